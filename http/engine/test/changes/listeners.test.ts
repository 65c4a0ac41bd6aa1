import { describe, expect, expectTypeOf, it } from "vitest"
import { createAgendaEngine, InvalidOption, type ObservedChange, operator } from "../../src/createAgendaEngine.js"

const draft = (title: string) => ({
  title: { en: title },
  description: { en: "On the river" },
  attendanceMode: 2,
  onlineAccessLink: "https://live.example/concert",
  state: 0,
  timings: [{ begin: "2030-06-21T21:30:00+02:00", end: "2030-06-21T23:00:00+02:00" }]
} as const)

const place = { name: "Hall", address: "1 rue de Siam", countryCode: "FR", latitude: 48.39, longitude: -4.49 } as const

/** Runs a test with an engine that has an agenda, with what it logs. */
const inEngine = async (
  test: (engine: ReturnType<typeof createAgendaEngine>, logged: ReadonlyArray<string>) => Promise<void>
) => {
  const logged: Array<string> = []
  const log = (...entry: ReadonlyArray<unknown>) => void logged.push(JSON.stringify(entry))
  const logger = { debug: () => {}, info: () => {}, warn: log, error: log }
  const engine = createAgendaEngine({ database: "sqlite::memory:", logger, background: false })
  try {
    await engine.services.agendas.create({ uid: 1, title: "Town" })
    await test(engine, logged)
  } finally {
    await engine.close()
  }
}

describe("engine.on", () => {
  it("calls a listener with an event before and after each commit", () =>
    inEngine(async (engine) => {
      const seen: Array<ObservedChange> = []
      engine.on("event", (change) => seen.push(change))
      const by = await engine.services.access.authorize(operator, { _tag: "Uid", uid: 1 }, "events:write")
      const { event: { uid } } = await engine.services.events.create(by, draft("First"))
      await engine.services.events.patch(by, { _tag: "Uid", uid }, { title: { en: "Second" }, state: 2 })
      await engine.services.events.patch(by, { _tag: "Uid", uid }, { title: { en: "Second" } })
      await engine.services.events.remove(by, { _tag: "Uid", uid })
      await expect.poll(() => seen.length).toBe(3)
      const titles = seen.map(({ after, before, kind, version }) => [kind, version, before?.title.en ?? null, after?.title.en ?? null])
      expect(titles).toEqual([
        ["event.created", 1, null, "First"],
        ["event.published", 2, "First", "Second"],
        ["event.removed", 3, "Second", null]
      ])
      expect(seen[0]).toMatchObject({ agendaUid: 1, uid, type: "event", by: null, at: expect.stringMatching(/Z$/), after: { state: 0 } })
      const later: Array<string> = []
      for await (const { kind } of engine.changes({ agendaUid: 1, after: seen[0]?.cursor, wait: false })) later.push(kind)
      // A page has the last change of each subject.
      expect(later).toEqual(["event.removed"])
    }))

  it("tells nothing of a transaction that is rolled back, and the whole of one that commits", () =>
    inEngine(async (engine) => {
      const seen: Array<string> = []
      engine.on("event", ({ after, before, kind }) => seen.push(`${kind} ${before?.title.en ?? ""}>${after?.title.en ?? ""}`))
      const write = (fails: boolean) =>
        engine.transaction(async (tx) => {
          const by = await tx.services.access.authorize(operator, { _tag: "Uid", uid: 1 }, "events:write")
          const { event: { uid } } = await tx.services.events.create(by, draft("First"))
          await tx.services.events.patch(by, { _tag: "Uid", uid }, { title: { en: "Second" } })
          if (fails) throw new Error("no")
        })
      await expect(write(true)).rejects.toThrow("no")
      await write(false)
      await expect.poll(() => seen).toEqual(["event.created >Second"])
    }))

  it("a listener that throws or rejects is logged and harms neither the write nor others; a removed one is not called", () =>
    inEngine(async (engine, logged) => {
      const seen: Array<number> = []
      engine.on("event", () => {
        throw new Error("thrown by a listener")
      })
      engine.on("event", () => Promise.reject(new Error("rejected by a listener")))
      const stop = engine.on("event", () => seen.push(0))
      engine.on("event", () => seen.push(1))
      const by = await engine.services.access.authorize(operator, { _tag: "Uid", uid: 1 }, "events:write")
      await engine.services.events.create(by, draft("First"))
      await expect.poll(() => seen).toEqual([0, 1])
      await expect.poll(() => logged.filter((line) => line.includes("a listener of changes failed"))).toHaveLength(2)
      stop()
      stop()
      await engine.services.events.create(by, draft("Second"))
      await expect.poll(() => seen).toEqual([0, 1, 1])
    }))

  it("tells of locations, agendas and members too", () =>
    inEngine(async (engine) => {
      const seen: Array<string> = []
      for (const type of ["location", "agenda", "member"] as const) {
        engine.on(type, ({ after, before, kind, version }) => seen.push(JSON.stringify([kind, before, after, version])))
      }
      const by = await engine.services.access.authorize(operator, { _tag: "Uid", uid: 1 }, "locations:write")
      await engine.services.locations.create(by, place)
      await engine.services.agendas.update(1, { title: "The town" })
      const user = await engine.services.users.create({ email: "ada@example.org", name: "Ada" })
      await engine.services.members.add(1, user.uid, "moderator")
      await expect.poll(() => seen).toEqual([
        '["location.updated",null,null,null]',
        '["agenda.updated",null,null,null]',
        '["member.updated",null,null,null]'
      ])
    }))

  it("refuses unknown types and what is no function", () =>
    inEngine(async (engine) => {
      expectTypeOf(engine.on).parameter(0).toEqualTypeOf<"event" | "location" | "agenda" | "member">()
      const unknown = new InvalidOption({ option: "on", expected: "takes event, location, agenda, member" })
      expect(() => Reflect.apply(engine.on, undefined, ["events", () => {}])).toThrow(unknown)
      expect(() => Reflect.apply(engine.on, undefined, ["event", "index"])).toThrow(InvalidOption)
    }))
})
