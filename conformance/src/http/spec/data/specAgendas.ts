/**
 * The agendas of the sample data: a public one that most requests read, a public one with other members, a private one,
 * one that is not indexed, and one of the network of the first.
 */
export type AgendaName = "main" | "other" | "private" | "unindexed" | "sports"

/** The agenda of the network that has no events. */
export const sportsAgenda = { uid: 105, title: "Sports en Bretagne" } as const

/** The instant of the sample data in epoch milliseconds: 2025-06-15T15:06:40Z. */
export const specNow = 1_750_000_000_000
