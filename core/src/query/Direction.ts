/** Which way an order runs. */
export type Direction = "asc" | "desc"
