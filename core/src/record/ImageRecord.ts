/** An image in the `ImageStore`. Instants in epoch milliseconds. */
export interface ImageRecord {
  /** Base name of its files. */
  readonly name: string
  /** Digest of the original (`ImageRenderer.digest`). */
  readonly digest: string
  /** JSON text: the `Image` that its users store, and in `scaled` the sizes in which it was made on request. */
  readonly image: string
  /** `pending`: files are being written. `stored`: they exist. `deleting`: no new use may begin. */
  readonly state: "pending" | "stored" | "deleting"
  /** When its last use ended; null while in use. */
  readonly unusedSince: number | null
}
