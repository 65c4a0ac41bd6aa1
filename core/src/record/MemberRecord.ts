/** A stored membership: one user in one agenda. Instants in epoch milliseconds. */
export interface MemberRecord {
  readonly uid: number
  readonly agendaUid: number
  readonly userUid: number
  /** A `Role`. */
  readonly role: string
  readonly name: string
  readonly email: string
  readonly phone: string | null
  readonly organization: string | null
  readonly position: string | null
  readonly createdAt: number
}

/** A stored user account. Instants in epoch milliseconds. */
export interface UserRecord {
  readonly uid: number
  /** Lower case; unique over all users. */
  readonly email: string
  readonly name: string
  /** The host's own id of the user, unique over all users; null for an account of the engine alone. */
  readonly hostId: string | null
  readonly createdAt: number
}
