const WORDS: Readonly<Record<string, string>> = {
  all: "saved states",
  "kind=parent": "before an error",
  "kind=error": "after the error",
  contrast: "change (after − before)",
};

/** A slice of summary.csv in words. */
export function whereText(slice: string): string {
  const [, source = "", key = "", value = ""] = /^source=(.*),(success|scored_by)=([^=]*)$/s.exec(slice) ?? [];
  if (key === "scored_by") return `${source}'s actions by ${value}`;
  if (key === "success") return `${source}'s ${value === "true" ? "successful" : "failed"} trajectories`;
  return WORDS[slice] ?? slice.replaceAll(",", ", ").replaceAll("=", " ");
}
