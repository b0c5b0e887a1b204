/** Friday, 26 July 2024, noon: the date that Llama's chat templates fall back to. */
const PARTS: Readonly<Record<string, string>> = {
  A: "Friday",
  B: "July",
  H: "12",
  M: "00",
  S: "00",
  Y: "2024",
  a: "Fri",
  b: "Jul",
  d: "26",
  m: "07",
  y: "24",
};

/** What a chat template gets for `strftime_now(format)`: one fixed date, so that a run has the same bytes on every day. */
export function pinnedDate(format: string): string {
  return format.replaceAll(/%([A-Za-z])/g, (whole, letter: string) => PARTS[letter] ?? whole);
}
