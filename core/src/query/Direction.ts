/** Sort direction. */
export type Direction = "asc" | "desc"
