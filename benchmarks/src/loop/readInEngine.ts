import { anonymous } from "@agenda-engine/core/domain/access/Credential"
import { defaultLimits } from "@agenda-engine/core/domain/Limits"
import { authorized } from "@agenda-engine/core/services/Access"
import { Events } from "@agenda-engine/core/services/Events"
import { eventParameters } from "@agenda-engine/http/query/eventParameters"
import { parseQueryString } from "@agenda-engine/http/query/parseQueryString"
import { readEventQuery } from "@agenda-engine/http/query/readEventQuery"
import Database from "better-sqlite3"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type { ReadRound } from "./LoopOptions.js"
import { timeRepeated } from "./Stopwatch.js"

const parameters = eventParameters(defaultLimits)

/** Queries whose filter is tried before anything is measured: the last, which are asked last. */
const tried_queries = 10

/** How many of each set of queries were asked in the rounds before, by the set's first. */
const askedBefore = new Map<string, number>()

/** Uses an effect that bumps the revision of an agenda, by a connection of its own. */
const withBump = <A, E, R>(file: string, agendaUid: number, use: (bump: Effect.Effect<unknown>) => Effect.Effect<A, E, R>) =>
  Effect.acquireUseRelease(
    Effect.sync(() => new Database(file)),
    (database) => {
      database.pragma("synchronous = OFF")
      const bump = database.prepare("insert into agenda_revision values (?, 1) on conflict do update set revision = revision + 1")
      return use(Effect.sync(() => bump.run(`agenda:${agendaUid}`)))
    },
    (database) => Effect.sync(() => database.close())
  )

/** Reads lists from a file by one query after another, and counts. */
export const readInEngine = Effect.fnUntraced(function*(file: string, { agendaUid, cold, queries, selects, ...times }: ReadRound) {
  const service = yield* Events
  const trees = queries.map(parseQueryString)
  const list = Effect.fnUntraced(function*(tree: (typeof trees)[number]) {
    const query = readEventQuery(tree, yield* Clock.currentTimeMillis, parameters, defaultLimits)
    return yield* authorized(anonymous, { _tag: "Uid", uid: agendaUid }, "events:read", (by) => service.list(by, query))
  })
  const key = `${agendaUid} ${queries[0]}`
  let asked = askedBefore.get(key) ?? 0
  if (selects && asked === 0) {
    const all = (yield* list(parseQueryString("size=0"))).total
    const totals = yield* Effect.forEach(trees.slice(-tried_queries), (tree) => Effect.map(list(tree), ({ total }) => total))
    if (!totals.some((total) => total > 0 && total < all)) {
      return yield* Effect.dieMessage(`filters that let through ${totals.join()} of ${all}: ${queries.at(-1) ?? ""}`)
    }
  }
  const next = Effect.suspend(() => list(trees[asked++ % trees.length] ?? {}))
  const result = yield* (cold ? withBump(file, agendaUid, (bump) => timeRepeated(next, times, bump)) : timeRepeated(next, times))
  askedBefore.set(key, asked)
  return result
})
