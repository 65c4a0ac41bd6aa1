/**
 * A parsed form: its fields by name (the last one wins), the file of its field `image`, and the names of its other
 * files.
 */
export interface Form {
  readonly fields: ReadonlyMap<string, string>
  /** Null when there is none. */
  readonly image: Uint8Array | null
  readonly files: ReadonlyArray<string>
}
