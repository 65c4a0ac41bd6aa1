/** A stored location set: what agendas that share locations have in common. Instants in epoch milliseconds. */
export interface LocationSetRecord {
  readonly uid: number
  readonly title: string
  readonly createdAt: number
  readonly updatedAt: number
}
