/** A stored network of agendas. Instants in epoch milliseconds. */
export interface NetworkRecord {
  readonly uid: number
  readonly title: string
  /** JSON text: the additional field definitions that come first in each of its agendas. */
  readonly fields: string
  readonly createdAt: number
  readonly updatedAt: number
}
