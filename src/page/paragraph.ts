/** One paragraph of lines of source. */
export function paragraph(...lines: readonly string[]): string {
  return lines.join(" ");
}
