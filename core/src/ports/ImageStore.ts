import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { StoreError } from "../domain/EngineError.js"

/**
 * Keeps the files of pictures. Names are letters, digits and dots, never reused: what is kept under one never changes. What is used and what
 * is not is for `ImageRecordStore`.
 */
export class ImageStore extends Context.Tag("@agenda-engine/core/ports/ImageStore")<ImageStore, {
  /** Keeps bytes under a name, in the place of those that are there. Once it has succeeded they survive a crash; before, nobody reads a part of them. */
  readonly put: (name: string, bytes: Uint8Array) => Effect.Effect<void, StoreError>
  /** The bytes under a name, or null. */
  readonly get: (name: string) => Effect.Effect<Uint8Array | null, StoreError>
  /** Forgets what is under a name. Nothing there: nothing happens. */
  readonly remove: (name: string) => Effect.Effect<void, StoreError>
}>() {}
