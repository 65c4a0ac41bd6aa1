import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { StoreError } from "../domain/EngineError.js"
import type { KeptAnswer } from "../record/KeptAnswer.js"

/**
 * Keeps the answers of writes that may be repeated. Writes happen inside `Transaction.run`, and those of an answer inside the one that changes
 * what it tells of.
 */
export class AnswerStore extends Context.Tag("@agenda-engine/core/ports/AnswerStore")<AnswerStore, {
  /** What a key's holder gave this name, forgotten ones that are still there too, or null. */
  readonly find: (keyId: string, name: string) => Effect.Effect<KeptAnswer | null, StoreError>
  /**
   * Stores a record in the place of `before`, the record as it was found, or of none when that is null. False, and nothing is stored, when
   * what is there by now is another: it has another claim, or has been answered, or is there. Of writers that race one is told true.
   */
  readonly put: (record: KeptAnswer, before: KeptAnswer | null) => Effect.Effect<boolean, StoreError>
  /** Removes the record of this name as it was found. One that has another claim or was answered by now stays. */
  readonly remove: (record: KeptAnswer) => Effect.Effect<void, StoreError>
  /** Removes records that are forgotten at this instant, those first that were so first, at most `limit`. Answers how many went. */
  readonly prune: (now: number, limit: number) => Effect.Effect<number, StoreError>
}>() {}
