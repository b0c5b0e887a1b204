/** A state of a run, as the page's address names it. */
export interface StateAddress {
  readonly run: string;
  readonly id: string;
}

/** @example stateFragment({ run: "a", id: "x:0" }) // "#a/x%3A0" */
export function stateFragment({ run, id }: StateAddress): string {
  return `#${encodePart(run)}/${encodePart(id)}`;
}

/** Null where a fragment names no state: one of the page's own sections, or nothing. */
export function readFragment(fragment: string): StateAddress | null {
  const found = /^#([^/]*)\/(.*)$/s.exec(fragment);
  if (found === null) return null;
  try {
    return { run: decodeURIComponent(found[1] ?? ""), id: decodeURIComponent(found[2] ?? "") };
  } catch {
    // No well-formed percent encoding: nothing that this page wrote.
    return null;
  }
}

/** Goes to a state's address: the browser's back button leads back from it. */
export function openState(address: StateAddress): void {
  const fragment = stateFragment(address);
  if (location.hash === fragment) window.dispatchEvent(new HashChangeEvent("hashchange"));
  else location.hash = fragment;
}

/** Halves of characters, which have no encoding of their own, become U+FFFD as in any text that is written out. */
function encodePart(part: string): string {
  return encodeURIComponent(part.replace(/\p{Cs}/gu, "\ufffd"));
}
