/** A stored agenda. Instants in epoch milliseconds. */
export interface AgendaRecord {
  readonly uid: number
  /** Unique over all agendas. */
  readonly slug: string
  readonly title: string
  /** The keys of the title (`wordKeys`), joined by single spaces, for searching. */
  readonly titleFolded: string
  readonly description: string
  readonly image: string | null
  readonly url: string | null
  readonly official: boolean
  readonly private: boolean
  readonly indexed: boolean
  readonly networkUid: number | null
  readonly locationSetUid: number | null
  /** JSON text: `AgendaSettings`. */
  readonly settings: string
  /** JSON text: the list of additional field definitions. */
  readonly fields: string
  readonly createdAt: number
  readonly updatedAt: number
  /** When the agenda last became official; null when it is not. */
  readonly officializedAt: number | null
}

/** An agenda's clock: orders the changes of its events. */
export interface AgendaClock {
  /**
   * The greatest `updatedAt` or removal instant of any of its events so far, epoch milliseconds; 0 before the first.
   */
  readonly changedAt: number
}

/** A reference to an agenda, by uid or slug. */
export type AgendaRef =
  | { readonly _tag: "Uid"; readonly uid: number }
  | { readonly _tag: "Slug"; readonly slug: string }

/** A stored network of agendas. Instants in epoch milliseconds. */
export interface NetworkRecord {
  readonly uid: number
  readonly title: string
  /** JSON text: the additional field definitions that come first in each of its agendas. */
  readonly fields: string
  /** JSON text: groups of words that mean the same in each of its agendas. */
  readonly synonyms: string
  readonly createdAt: number
  readonly updatedAt: number
}
