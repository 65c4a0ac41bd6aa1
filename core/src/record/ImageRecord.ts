/** A picture that is kept here. Instants in epoch milliseconds. */
export interface ImageRecord {
  /** What its files are named by. */
  readonly name: string
  /** Of the original (`ImageRenderer.digest`). */
  readonly digest: string
  /** JSON text: the `Image` that those who use it hold. */
  readonly image: string
  /** `pending`: its files are being put; `kept`: they are there; `going`: they are being removed, and nobody may begin to use it. */
  readonly state: "pending" | "kept" | "going"
  /** Since when nothing uses it; null while something does. */
  readonly unusedSince: number | null
}
