/** A word of published events. */
export interface VocabularyWord {
  /** Folded. */
  readonly word: string
  /** Number of events with it, at least 1. */
  readonly events: number
}
