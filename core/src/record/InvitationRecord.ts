/**
 * A stored invitation: one address asked into one agenda. It is its own place in the queue of mails: a pending one has a mail to be sent.
 * Instants in epoch milliseconds.
 */
export interface InvitationRecord {
  /** Names it, also in its link. Says nothing about it, and no other ever has it. */
  readonly id: string
  readonly agendaUid: number
  /** Lower case; unique within the agenda. */
  readonly email: string
  /** A `Role`: what its acceptance makes of the user. */
  readonly role: string
  /** What the inviter wrote, markdown; empty when nothing. */
  readonly message: string
  /** The Message-ID of its mail, in angle brackets, the same for every time that it is sent. */
  readonly messageId: string
  /** An `InvitationStatus`. */
  readonly status: string
  /** Who invited; null: the program itself. */
  readonly inviterUid: number | null
  readonly createdAt: number
  /** From when on it is not accepted any more. */
  readonly expiresAt: number
  /** How often its mail was tried and not taken, for the moment. */
  readonly attempts: number
  /** While it is pending: when its mail may be tried, which whoever is trying it moves on. */
  readonly dueAt: number
  /** When its mail was taken; null: not yet. */
  readonly sentAt: number | null
  /** What the last trial of its mail failed for; null: nothing. */
  readonly failure: string | null
  readonly acceptedAt: number | null
  /** Who accepted it. */
  readonly userUid: number | null
}
