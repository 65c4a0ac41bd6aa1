/**
 * HTML of a description with its headings one level down, because the title is the heading of the page. `html` is
 * written by `RichText`, so that `<h1>` is a tag wherever it occurs.
 *
 * @example
 * shiftHeadings("<h1>Programme</h1>") // "<h2>Programme</h2>"
 */
export const shiftHeadings = (html: string): string =>
  html.replace(/(<\/?h)([1-6])>/g, (_tag, start: string, depth: string) => `${start}${Math.min(Number(depth) + 1, 6)}>`)
