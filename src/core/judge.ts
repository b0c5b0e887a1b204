/** A public test that a program failed, as feedback shows it. */
export interface PublicFailure {
  /** From 1, in the problem's order. */
  readonly number: number;
  readonly input: string;
  readonly expected: string;
  /** What the program printed; null when it ended in an error. */
  readonly got: string | null;
  /** The error's last line; null when it ended without one. */
  readonly error: string | null;
}

/** What the tests of a problem say of a program. */
export interface Judgement {
  /** All tests, hidden ones too. */
  readonly solved: boolean;
  /** The first public test that failed; null when all of them passed. */
  readonly failure: PublicFailure | null;
}

/** Problems with tests, for an environment whose feedback comes from running programs. */
export interface Judge {
  /** Ids of problems to play live. */
  readonly heldOut: readonly string[];
  /** The problem's text; null when there is no such problem. */
  statement(instanceId: string): string | null;
  /** Whether tests call what the program defines; else it reads its input. */
  isCalled(instanceId: string): boolean;
  /** Programs known to be right. */
  solutions(instanceId: string): readonly string[];
  judge(instanceId: string, program: string): Promise<Judgement>;
}
