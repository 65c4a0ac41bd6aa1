/** A stored user account. Instants in epoch milliseconds. */
export interface UserRecord {
  readonly uid: number
  /** Lower case; unique over all users. */
  readonly email: string
  readonly name: string
  readonly createdAt: number
}
