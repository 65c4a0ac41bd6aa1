import * as Chunk from "effect/Chunk"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Stream from "effect/Stream"
import type { PageStart } from "../../query/event/EventQuery.js"

/** A page of a list. */
export interface Page<A> {
  readonly events: ReadonlyArray<A>
  /** Cursor of the next page; null exactly on the last page. */
  readonly after: ReadonlyArray<string> | null
}

/** The items of a list, which `read` returns page by page. A page is read when the items before it are consumed. */
export const readPages = <A, E, R>(
  start: PageStart,
  read: (start: PageStart) => Effect.Effect<Page<A>, E, R>
): Stream.Stream<A, E, R> =>
  Stream.paginateChunkEffect(start, (from) =>
    Effect.map(read(from), ({ after, events }) => [
      Chunk.unsafeFromArray(events),
      after === null ? Option.none() : Option.some<PageStart>({ _tag: "After", cursor: after })
    ]))
