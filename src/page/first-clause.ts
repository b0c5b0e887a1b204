/**
 * Text up to its first semicolon or end of a sentence.
 *
 * @example firstClause("share of tests passed (2.5 s each); run in a sandbox.") // "share of tests passed (2.5 s each)"
 */
export function firstClause(text: string): string {
  return text.split(/[.;](?=\s|$)/, 1)[0] ?? "";
}
