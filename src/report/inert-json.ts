/** JSON in which no markup can begin; separators of lines are escaped too, for readers that take it for a script. */
export function inertJson(value: object): string {
  return JSON.stringify(value).replace(
    /[<\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
