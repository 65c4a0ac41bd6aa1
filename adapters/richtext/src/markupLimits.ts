/** Maximum nesting of HTML. Deeper content becomes text, so that hostile input cannot exhaust the stack. */
export const html_depth_max = 60

/** Maximum nesting of markdown, enough for anything that is converted from HTML. Deeper content is not parsed. */
export const markdown_depth_max = 150
