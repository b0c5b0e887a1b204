/**
 * A name in at most so many characters: its two ends, where it is longer.
 *
 * @example shortName("checkpoint-000100", 9) // "chec…0100"
 */
export function shortName(name: string, most: number): string {
  const characters = [...name];
  if (characters.length <= most) return name;
  const kept = Math.max(2, Math.floor(most) - 1);
  return `${characters.slice(0, Math.ceil(kept / 2)).join("")}…${characters.slice(-Math.floor(kept / 2)).join("")}`;
}
