/** A stored location set, which agendas share. Instants in epoch milliseconds. */
export interface LocationSetRecord {
  readonly uid: number
  readonly title: string
  readonly createdAt: number
  readonly updatedAt: number
}
