import type * as Effect from "effect/Effect"
import type { LocationAnswer } from "../../contract/LocationAnswer.js"
import type { Issue } from "../../domain/error/Issue.js"
import type { RecordAnswer } from "../Idempotency.js"

/** The result of a write of a location. `warnings` list the parts of the body that were ignored. */
export interface WrittenLocation {
  readonly outcome: "created" | "updated" | "unchanged"
  readonly location: LocationAnswer
  readonly warnings: ReadonlyArray<Issue>
}

/** Options of every change of a location. */
export interface ChangeOptions<Answer> {
  /**
   * Precondition on the location in the detailed form, checked under its lock. When it is false, or there is no
   * location, the change fails with `VersionMismatch`. Null and absent: no precondition.
   */
  readonly expects?: ((shown: LocationAnswer) => Effect.Effect<boolean>) | null | undefined
  /** Stores the answer in the transaction of the change; absent when it is not stored. */
  readonly keep?: RecordAnswer<Answer> | undefined
}

/** Options of a write with a body. */
export interface WriteOptions extends ChangeOptions<WrittenLocation> {
  /** Language of plain strings in multilingual fields (header `lang`). Null or absent: the agenda's default. */
  readonly lang?: string | null | undefined
  /** Image file sent with the body; it takes precedence over the body's image. Null or absent: none. */
  readonly image?: Uint8Array | null | undefined
}
