/** One chat message, as chat templates and the trajectory file write it. */
export interface Message {
  readonly role: "system" | "user" | "assistant" | "tool";
  readonly content: string;
}
