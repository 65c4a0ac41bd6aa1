const entities: { readonly [char: string]: string } = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" }

/**
 * A text as it stands in HTML, between tags and within quoted attributes.
 *
 * @example
 * escapeHtml("<b>") // "&lt;b&gt;"
 */
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (char) => entities[char] ?? char)
