import { describe, expect, it } from "vitest"
import { indexChanges, type SearchIndex } from "../../examples/changes/indexChanges.js"
import { createAgendaEngine, operator } from "../../src/createAgendaEngine.js"

const draft = (title: string, state: 0 | 2) => ({
  title: { en: title },
  description: { en: "On the river" },
  attendanceMode: 2,
  onlineAccessLink: "https://live.example/concert",
  state,
  timings: [{ begin: "2030-06-21T21:30:00+02:00", end: "2030-06-21T23:00:00+02:00" }]
} as const)

/** Runs a test with an engine that has two agendas, and a function that creates events. */
const inEngine = async (
  test: (
    engine: ReturnType<typeof createAgendaEngine>,
    create: (agendaUid: number, title: string, state?: 0 | 2) => Promise<number>
  ) => Promise<void>
) => {
  const engine = createAgendaEngine({ database: "sqlite::memory:" })
  try {
    const { access, agendas, events } = engine.services
    await agendas.create({ uid: 1, title: "Town" })
    await agendas.create({ uid: 2, title: "Hidden", private: true })
    await test(engine, async (agendaUid, title, state = 2) => {
      const authorization = await access.authorize(operator, { _tag: "Uid", uid: agendaUid }, "events:write")
      return (await events.create(authorization, draft(title, state))).event.uid
    })
  } finally {
    await engine.close()
  }
}

describe("engine.changes", () => {
  it("brings an index up to date from where it ended, drafts and private agendas included", () =>
    inEngine(async (engine, create) => {
      const titles = new Map<number, unknown>()
      const index: SearchIndex = {
        put: async (uid, event) => void titles.set(uid, event),
        remove: async (uid) => void titles.delete(uid),
        cursor: undefined
      }
      const first = await create(1, "first")
      const hidden = await create(2, "draft", 0)
      await indexChanges(engine, index)
      expect([...titles.keys()]).toEqual([first, hidden])
      expect(titles.get(first)).toMatchObject({ uid: first, title: { en: "first" } })
      const { access, events } = engine.services
      await events.remove(await access.authorize(operator, { _tag: "Uid", uid: 1 }, "events:write"), { _tag: "Uid", uid: first })
      const last = await create(1, "last")
      await indexChanges(engine, index)
      expect([...titles.keys()]).toEqual([hidden, last])
    }))

  it("waits for changes until its signal aborts, and ends when the engine closes", () =>
    inEngine(async (engine, create) => {
      const stop = new AbortController()
      const seen: Array<number> = []
      const follow = async (signal?: AbortSignal) => {
        for await (const { uid } of engine.changes({ agendaUid: 1, after: "now", kinds: ["event.published"], signal })) {
          seen.push(uid)
          if (signal !== undefined) stop.abort()
        }
      }
      const following = follow(stop.signal)
      await new Promise((resolve) => setTimeout(resolve, 100))
      const uid = await create(1, "first")
      await following
      expect(seen).toEqual([uid])
      const closing = follow()
      await new Promise((resolve) => setTimeout(resolve, 100))
      await engine.close()
      await closing
    }))

  it("throws when changes may be missing", () =>
    inEngine(async (engine) => {
      const read = async (after: string) => {
        for await (const change of engine.changes({ agendaUid: 1, after, wait: false })) return change
        return null
      }
      await expect(read("x")).rejects.toMatchObject({ _tag: "Invalid" })
      await expect(read("now")).resolves.toBeNull()
    }))
})
