/** Of the page's letters, in pixels: larger on wide screens and where the reader set it so. */
export function rootFont(): number {
  return Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
}
