/**
 * A stored invitation of one address to one agenda. Also an entry of the mail queue: a pending one has a mail to send.
 * Instants in epoch milliseconds.
 */
export interface InvitationRecord {
  /** Public identifier, also used in its link. Random, never reused. */
  readonly id: string
  readonly agendaUid: number
  /** Lower case; unique within the agenda. */
  readonly email: string
  /** The `Role` that the user gets on acceptance. */
  readonly role: string
  /** The inviter's message, markdown; "" when there is none. */
  readonly message: string
  /** Message-ID of its mail, in angle brackets; the same for every retry. */
  readonly messageId: string
  /** An `InvitationStatus`. */
  readonly status: string
  /** The inviter; null when the program itself invited. */
  readonly inviterUid: number | null
  readonly createdAt: number
  /** When it can no longer be accepted. */
  readonly expiresAt: number
  /** Number of temporary failures to send its mail. */
  readonly attempts: number
  /** While pending: the next attempt to send. A sender advances it as its lease. */
  readonly dueAt: number
  /** When the mailer accepted its mail; null before. */
  readonly sentAt: number | null
  /** The error of the last attempt to send; null when there is none. */
  readonly failure: string | null
  readonly acceptedAt: number | null
  /** The user that accepted it. */
  readonly userUid: number | null
}
