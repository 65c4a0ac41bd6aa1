const entities: { readonly [char: string]: string } = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" }

/**
 * Escapes a text for HTML content and quoted attributes.
 *
 * @example
 * escapeHtml("<b>") // "&lt;b&gt;"
 */
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (char) => entities[char] ?? char)
