import { ReadCopies } from "@agenda-engine/core/ports/host/ReadCopies"
import { ChangeConsumers } from "@agenda-engine/core/services/consumer/ChangeConsumers"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { describe, expect, it } from "vitest"
import { type Change, createAgendaEngine, InvalidOption, operator } from "../../src/createAgendaEngine.js"

const draft = (title: string) => ({
  title: { en: title },
  description: { en: "On the river" },
  attendanceMode: 2,
  onlineAccessLink: "https://live.example/concert",
  state: 0,
  timings: [{ begin: "2030-06-21T21:30:00+02:00", end: "2030-06-21T23:00:00+02:00" }]
} as const)

/** Consumers that could not handle three changes. */
const parkedCount = Layer.effect(
  ChangeConsumers,
  Effect.map(ChangeConsumers, (consumers) => ({ ...consumers, parkedCount: Effect.succeed(3) }))
)

type Engine = ReturnType<typeof createAgendaEngine>

const writing = ({ services }: Engine) => services.access.authorize(operator, { _tag: "Uid", uid: 1 }, "events:write")
const create = async (engine: Engine, title: string) => (await engine.services.events.create(await writing(engine), draft(title))).event.uid

describe("the option changes", () => {
  it("keeps an index in step beside requests", async () => {
    const titles = new Map<number, unknown>()
    const engine = createAgendaEngine({
      database: "memory",
      changes: {
        search: async (batch) => {
          for (const { after, type, uid } of batch) {
            if (type !== "event") continue
            if (after === null) titles.delete(uid)
            else titles.set(uid, after.title.en)
          }
        }
      }
    })
    await engine.services.agendas.create({ uid: 1, title: "Town" })
    const uid = await create(engine, "first")
    await expect.poll(() => [...titles], { timeout: 10_000 }).toEqual([[uid, "first"]])
    await engine.services.events.remove(await writing(engine), { _tag: "Uid", uid })
    await expect.poll(() => [...titles], { timeout: 10_000 }).toEqual([])
    await engine.close()
  })

  it("gives changes by runDue without work beside requests, and parks what a consumer does not handle", async () => {
    const given: Array<ReadonlyArray<Change>> = []
    const signals: Array<AbortSignal> = []
    const engine = createAgendaEngine({
      database: "sqlite::memory:",
      background: false,
      changes: {
        search: (batch, { signal }) => {
          given.push(batch)
          signals.push(signal)
        },
        broken: () => Promise.reject(new Error("no index"))
      }
    })
    await engine.services.agendas.create({ uid: 1, title: "Town" })
    const uid = await create(engine, "first")
    const { consumed = 0 } = await engine.runDue()
    expect(consumed).toBe(given.flat().length)
    expect(given.flat().at(-1)).toMatchObject({ agendaUid: 1, kind: "event.created", uid, by: null, after: { uid, state: 0 } })
    expect(signals[0]).toBeInstanceOf(AbortSignal)
    const { consumers } = engine.services
    expect(await consumers.list()).toMatchObject([
      { name: "broken", active: false, parked: 0, troubles: [{ agendaUid: 1, attempts: 1, error: "no index" }] },
      { name: "search", active: false, parked: 0, troubles: [] }
    ])
    await expect(consumers.retry("nobody", null)).rejects.toMatchObject({ _tag: "NotFound", what: "consumer" })
    expect(await consumers.retry("search", null)).toBe(0)
    const [first] = given.flat()
    const seen: Array<unknown> = []
    for await (const { uid } of engine.changes({ agendaUid: 1, after: first?.cursor, wait: false })) seen.push(uid)
    expect(seen).toEqual(given.flat().slice(1).map(({ uid }) => uid))
    await engine.close()
  })

  it("reports parked changes with the health of the host", async () => {
    const engine = createAgendaEngine({ database: "memory", background: false })
    const ready = async () => (await engine.handler(new Request("https://host.example/health/ready"))).json()
    expect(await ready()).toEqual({ status: "ready" })
    await engine.close()
    const parked = createAgendaEngine({
      database: "memory",
      background: false,
      layer: parkedCount
    })
    expect(await (await parked.handler(new Request("https://host.example/health/ready"))).json()).toEqual({
      status: "ready",
      consumers: { parked: 3 }
    })
    await parked.close()
  })

  it("reports copies of the database that cannot be read with the health of the host", async () => {
    const state = (place: string, state: "away" | "behind" | "ready") => ({ place, state })
    const engine = createAgendaEngine({
      database: "memory",
      background: false,
      layer: Layer.succeed(ReadCopies, Effect.succeed([state("a/agenda", "behind"), state("b/agenda", "ready"), state("c/agenda", "away")]))
    })
    const answered = await engine.handler(new Request("https://host.example/health/ready"))
    expect([answered.status, await answered.json()]).toEqual([200, { status: "ready", copies: { away: 1, behind: 1 } }])
    await engine.close()
  })

  it.each([
    [{ "two words": () => {} }],
    [{ "": () => {} }],
    [{ search: "index" }],
    [{ [`x${"y".repeat(64)}`]: () => {} }]
  ])("refuses %j", (changes) => {
    const options: object = { database: "memory", changes }
    expect(() => Reflect.apply(createAgendaEngine, undefined, [options])).toThrow(InvalidOption)
  })
})
