import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { StoreError } from "../domain/EngineError.js"
import type { ImageRecord } from "../record/ImageRecord.js"

/**
 * Keeps which pictures there are and what uses them. Writes happen inside `Transaction.run`. What uses a picture, such as an event, is any
 * text; it uses one at most.
 */
export class ImageRecordStore extends Context.Tag("@agenda-engine/core/ports/ImageRecordStore")<ImageRecordStore, {
  /** The picture with this name, or null. */
  readonly find: (name: string) => Effect.Effect<ImageRecord | null, StoreError>
  /** One of the pictures in state `kept` with this digest, or null. */
  readonly findByDigest: (digest: string) => Effect.Effect<ImageRecord | null, StoreError>
  /** What `find` answers, which nobody else locks, puts or removes until the transaction ends. */
  readonly lock: (name: string) => Effect.Effect<ImageRecord | null, StoreError>
  /** Stores a record whole, in the place of the one with its name if there is one. */
  readonly put: (record: ImageRecord) => Effect.Effect<void, StoreError>
  /** Removes a record. None there: nothing happens. */
  readonly remove: (name: string) => Effect.Effect<void, StoreError>
  /** The name of the picture that this user has, or null. */
  readonly findUse: (user: string) => Effect.Effect<string | null, StoreError>
  /** Says which picture this user has from now on; null: none. */
  readonly putUse: (user: string, name: string | null) => Effect.Effect<void, StoreError>
  /** Whether anything uses this picture. Under its lock that stays so. */
  readonly isUsed: (name: string) => Effect.Effect<boolean, StoreError>
  /** Pictures that nothing has used since this instant or longer, those unused the longest first. At most `limit`. */
  readonly scanUnused: (until: number, limit: number) => Effect.Effect<ReadonlyArray<ImageRecord>, StoreError>
}>() {}
