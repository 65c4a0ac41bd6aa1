import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { StoreError } from "../../domain/error/EngineError.js"
import type { ImageRecord } from "../../record/ImageRecord.js"

/**
 * The store of image records and their uses. Writes run inside `Transaction.run`. A user of images, such as an event,
 * is identified by any text.
 */
export class ImageRecordStore extends Context.Tag("@agenda-engine/core/ports/image/ImageRecordStore")<ImageRecordStore, {
  /** The image with this name, or null. */
  readonly find: (name: string) => Effect.Effect<ImageRecord | null, StoreError>
  /** An image in state `stored` with this digest, or null. */
  readonly findByDigest: (digest: string) => Effect.Effect<ImageRecord | null, StoreError>
  /** As `find`, with a lock: no other transaction may lock, put or remove the image until this one ends. */
  readonly lock: (name: string) => Effect.Effect<ImageRecord | null, StoreError>
  /** Upserts a record by name. */
  readonly put: (record: ImageRecord) => Effect.Effect<void, StoreError>
  /** Deletes a record. A no-op when there is none. */
  readonly remove: (name: string) => Effect.Effect<void, StoreError>
  /** The names of the images that this user uses, each once, in any order. */
  readonly findUses: (user: string) => Effect.Effect<ReadonlyArray<string>, StoreError>
  /** Sets the images that this user uses, in place of those before. A name may occur twice. */
  readonly putUses: (user: string, names: ReadonlyArray<string>) => Effect.Effect<void, StoreError>
  /** Whether this image is in use. Under its lock the result stays valid. */
  readonly isUsed: (name: string) => Effect.Effect<boolean, StoreError>
  /** Images unused since `until` or earlier, longest unused first. At most `limit`. */
  readonly scanUnused: (until: number, limit: number) => Effect.Effect<ReadonlyArray<ImageRecord>, StoreError>
}>() {}
