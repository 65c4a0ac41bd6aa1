import type { Caller, Operation } from "../../domain/access/Credential.js"
import type { Role } from "../../domain/access/Member.js"
import type { RevisionCheck } from "../../ports/RevisionStore.js"
import type { AgendaRecord } from "../../record/AgendaRecord.js"

/** The rights of a caller in an agenda. */
export interface Rights {
  /** The caller's role, or null without membership. */
  readonly role: Role | null
  /**
   * Whether the caller may read events of every state: as moderator, administrator or operator, with any credential.
   */
  readonly moderates: boolean
  /**
   * Whether responses show the caller who contributed (wire.md §3): as `moderates`, but only with a secret
   * key. Public and agenda keys may sit in a web page.
   */
  readonly privileged: boolean
}

/** Only `Access` constructs it. This module is not exported, so that every one was authorized. */
export class Authorized<O extends Operation> implements Rights {
  declare protected readonly isAuthorized: true
  readonly role: Role | null
  readonly moderates: boolean
  readonly privileged: boolean
  /** The check of the revisions that `Access.enter` did not compare yet. Null: they were read for this request. */
  check: RevisionCheck | null = null

  constructor(
    readonly operation: O,
    readonly caller: Caller,
    readonly agenda: AgendaRecord,
    rights: Rights,
    /**
     * Revisions by topic (`topicsRead`), of the snapshot that the authorization was read in or revalidated at. Null
     * inside a transaction: nothing that is read then may be cached. Without the topic of the caller's key when that
     * is not a key of the store.
     */
    readonly revisions: ReadonlyMap<string, number> | null,
    /** `commits.soFar` before `revisions` were read. */
    readonly commitsBefore: number
  ) {
    this.role = rights.role
    this.moderates = rights.moderates
    this.privileged = rights.privileged
  }
}
