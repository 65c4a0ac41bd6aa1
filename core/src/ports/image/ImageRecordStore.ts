import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { StoreError } from "../../domain/error/EngineError.js"
import type { ImageRecord } from "../../record/ImageRecord.js"
import type { NamedRecords, RecordStore } from "../RecordStore.js"

/** Members of `ImageRecordStore` besides those of every store of records. */
export interface ImageUses {
  /** The names of the images that this user uses, each once, in any order. */
  readonly findUses: (user: string) => Effect.Effect<ReadonlyArray<string>, StoreError>
  /**
   * Sets the images that this user uses, in place of those before. A name may occur twice.
   * Largest call: 401 names, an image and 400 fields of an event.
   */
  readonly putUses: (user: string, names: ReadonlyArray<string>) => Effect.Effect<void, StoreError>
  /** Whether this image is in use. Under its lock the result stays valid. */
  readonly isUsed: (name: string) => Effect.Effect<boolean, StoreError>
  /** Images unused since `until` or earlier, longest unused first. At most `limit`. Largest call: limit 100. */
  readonly scanUnused: (until: number, limit: number) => Effect.Effect<ReadonlyArray<ImageRecord>, StoreError>
}

/**
 * The store of image records, by name, and of their uses. `findBy` finds an image in state `stored` by its digest,
 * which several images may have. A user of images, such as an event, is identified by any text.
 */
export class ImageRecordStore extends Context.Tag("@agenda-engine/core/ports/image/ImageRecordStore")<
  ImageRecordStore,
  & ImageUses
  & NamedRecords<ImageRecord, Pick<ImageRecord, "digest">>
  & Pick<RecordStore<ImageRecord, string>, "find" | "lock" | "put" | "remove">
>() {}
