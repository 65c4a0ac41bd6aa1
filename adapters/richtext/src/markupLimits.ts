/** How deeply HTML may be nested. What is deeper is kept as text, so that no description, however hostile, exhausts the stack. */
export const html_depth_max = 60

/** How deeply markdown may be nested: enough for whatever is written from HTML. What is deeper is not read. */
export const markdown_depth_max = 150
