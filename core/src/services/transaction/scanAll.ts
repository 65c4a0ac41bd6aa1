import * as Chunk from "effect/Chunk"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Stream from "effect/Stream"
import { yieldToLoop } from "../../schedule/timeSlices.js"

/** Number of records loaded per page. An event may have hundreds of slots. */
const page_items = 100

/** All records of a store's `scan` after the key `start`, as a stream that loads one page at a time. */
export const streamAll = <A, K, E, R>(
  scan: (after: K, limit: number) => Effect.Effect<ReadonlyArray<A>, E, R>,
  keyOf: (item: A) => K,
  start: K
): Stream.Stream<A, E, R> =>
  Stream.paginateChunkEffect(start, (after) =>
    Effect.flatMap(scan(after, page_items), (items) => {
      const last = items.at(-1)
      const page = Chunk.fromIterable(items)
      return last === undefined || items.length < page_items
        ? Effect.succeed([page, Option.none<K>()])
        : Effect.as(yieldToLoop, [page, Option.some(keyOf(last))])
    }))

/** All records of a store's `scan` after the key `start`, in memory. */
export const scanAll = <A, K, E, R>(
  scan: (after: K, limit: number) => Effect.Effect<ReadonlyArray<A>, E, R>,
  keyOf: (item: A) => K,
  start: K
): Effect.Effect<ReadonlyArray<A>, E, R> => Effect.map(Stream.runCollect(streamAll(scan, keyOf, start)), Chunk.toReadonlyArray)
