import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { StoreError } from "../domain/EngineError.js"

/**
 * Counts the changes of what reads show, by topic: an agenda, a network, whatever has readers of its own. While a topic's revision stays what
 * it was, nothing that was stored about it has changed, in any process. The topics are the engine's; a store takes any text for one.
 */
export class RevisionStore extends Context.Tag("@agenda-engine/core/ports/RevisionStore")<RevisionStore, {
  /** The revisions of these topics, in their order and of one instant; 0 for one that never moved. */
  readonly read: (topics: ReadonlyArray<string>) => Effect.Effect<ReadonlyArray<number>, StoreError>
  /**
   * Moves each of these topics on, inside `Transaction.run`: readers see it with the rest of the transaction and never without. The topics are
   * distinct and in the order of their code points, so that no two writers wait for each other.
   */
  readonly bump: (topics: ReadonlyArray<string>) => Effect.Effect<void, StoreError>
}>() {}
