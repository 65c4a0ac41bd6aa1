/** How deeply markup may be nested. What is deeper is kept as text, so that no description, however hostile, exhausts the stack. */
export const depth_max = 100
