import * as MemoryStores from "@agenda-engine/core/memory/MemoryStores"
import * as Effect from "effect/Effect"
import { describe, expect, it } from "vitest"
import { isNight } from "../../../../core/test/repository/ofFull.js"
import { databaseKinds, useDatabases } from "../cli/commands/useDatabases.js"
import { agendas, make } from "../world/World.js"
import { type FeedRaceEnd, raceFeeds } from "./feedRace.js"
import { raceIn, serveRaced } from "./RacedAgenda.js"

const { freshDatabase } = useDatabases()

const writes_count = isNight ? 10_000 : 1_000

const byUid = (events: ReadonlyMap<number, unknown>) => new Map([...events].toSorted(([left], [right]) => left - right))

/** Every copy equals the source, and the log has each acknowledged write once, in its order. */
const expectInStep = ({ changes, copies, listed, log }: FeedRaceEnd): void => {
  expect(log.unexpected).toEqual([])
  for (const copy of copies) expect(byUid(copy)).toEqual(byUid(listed))
  const acknowledged = [...log.acknowledged.values()].reduce((sum, count) => sum + count, 0)
  // A write that changes nothing has no change, and the last event is by none of the writers.
  expect(changes.length).toBeLessThanOrEqual(acknowledged + 1)
  expect(changes.length).toBeGreaterThan(acknowledged / 2)
  const versions = new Map<number, number>()
  const disordered = changes.filter(({ uid, version }) => {
    const before = versions.get(uid) ?? 0
    versions.set(uid, version ?? 0)
    return (version ?? 0) <= before
  })
  expect(disordered).toEqual([])
}

describe("eight writers and four readers of the feed", () => {
  it.each(databaseKinds)("over two processes on %s end with copies that equal the source", async (kind) => {
    const agenda = await raceIn(await freshDatabase(kind))
    const servers = [await serveRaced(agenda), await serveRaced(agenda)]
    try {
      const token = servers[0]?.writer["access-token"] ?? ""
      expectInStep(await raceFeeds({ ...agenda, servers, token }, writes_count))
    } finally {
      await Promise.all(servers.map(({ stop }) => stop()))
    }
  })

  it("in one process in memory end with copies that equal the source", () =>
    Effect.gen(function*() {
      const { credentials, url } = yield* make(MemoryStores.layer)
      const { "access-token": token } = credentials.moderatorToken
      const server = {
        events: `${url}/v2/agendas/${agendas.main}/events`,
        writer: { "content-type": "application/json", ...credentials.moderatorToken },
        stop: () => Promise.resolve()
      }
      const target = { agendaUid: agendas.main, publicKey: credentials.ownerless.key, token, servers: [server] }
      expectInStep(yield* Effect.promise(() => raceFeeds(target, writes_count)))
    }).pipe(Effect.scoped, Effect.runPromise))
})
