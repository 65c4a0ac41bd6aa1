import { describe, expect, it } from "vitest"
import { type HostEventWrite, operator } from "../../src/createAgendaEngine.js"
import { body } from "../listening.js"
import { type BeforeWrite, type Hosts, refusal, titlesIn, unchanged } from "./hookingHost.js"

/** Declares the tests of hooks that write rows of their own. */
export const testHooks = (hosts: Hosts): void =>
  describe.each(Object.entries(hosts))("hooks.beforeWrite on %s", (_, within) => {
    it("stores rows of the host with the event, or neither", () =>
      within(async (host) => {
        const { ask, call, hook } = host
        await ask("CREATE TABLE note (text TEXT NOT NULL)")
        const notes = () => ask("SELECT text FROM note")
        const noting = (after: (write: HostEventWrite) => ReturnType<BeforeWrite>): BeforeWrite => async (write) => {
          await write.tx.query(`INSERT INTO note (text) VALUES ('${write.mode}')`)
          return after(write)
        }
        hook.run = noting(({ draft }) => draft)
        expect(await call("POST", "events", body)).toMatchObject({ status: 200 })
        expect(await notes()).toEqual([{ text: "create" }])
        for (
          const after of [
            () => Promise.reject(refusal("title")),
            // What it returns is not valid.
            ({ draft }: HostEventWrite) => ({ ...draft, attendanceMode: 9 }),
            () => Promise.reject(new Error("out of order")),
            () => new Promise<undefined>(() => {})
          ]
        ) {
          hook.run = noting(after)
          expect((await call("POST", "events", body)).status).toBeGreaterThanOrEqual(400)
        }
        expect(await notes()).toEqual([{ text: "create" }])
        expect(await titlesIn(host)).toEqual(['{"en":"Concert"}'])
        hook.run = unchanged
        expect(await call("POST", "events", body)).toMatchObject({ status: 200 })
      }))

    it("is called after the commits of the writes before, also when several come at once", () =>
      within(async ({ ask, call, hook }) => {
        const seen: Array<number> = []
        hook.run = async ({ draft }) => {
          seen.push((await ask("SELECT uid FROM agenda_event")).length)
          return draft
        }
        const writes = Array.from({ length: 4 }, () => call("POST", "events", body))
        expect((await Promise.all(writes)).map(({ status }) => status)).toEqual([200, 200, 200, 200])
        expect(seen).toEqual([0, 1, 2, 3])
      }))

    it("undoes what it wrote for one refused event of a transaction, and keeps the others", () =>
      within(async (host) => {
        const { ask, engine, hook, uid } = host
        await ask("CREATE TABLE note (text TEXT NOT NULL)")
        hook.run = async ({ draft, tx }) => {
          const title = JSON.stringify(draft["title"])
          await tx.query(`INSERT INTO note (text) VALUES ('${title}')`)
          if (title.includes("bad")) throw refusal("title")
          return draft
        }
        await engine.transaction(async (tx) => {
          const by = await tx.services.access.authorize(operator, { _tag: "Uid", uid }, "events:write")
          await tx.services.events.create(by, { ...body, title: { en: "good" } })
          await expect(tx.services.events.create(by, { ...body, title: { en: "bad" } })).rejects.toMatchObject({ _tag: "Invalid" })
          await tx.services.events.create(by, { ...body, title: { en: "better" } })
        })
        expect(await ask("SELECT text FROM note")).toEqual([{ text: '{"en":"good"}' }, { text: '{"en":"better"}' }])
        expect(await titlesIn(host)).toEqual(['{"en":"good"}', '{"en":"better"}'])
      }))

    it("a transaction of the host reads the position that it got, and stores it with its own rows", () =>
      within(async ({ ask, engine, uid }) => {
        await ask("CREATE TABLE place (after_change TEXT NOT NULL)")
        const later: Array<string> = []
        await engine.transaction(async (tx) => {
          expect(await tx.cursor(uid)).toBeNull()
          const by = await tx.services.access.authorize(operator, { _tag: "Uid", uid }, "events:write")
          await tx.services.events.create(by, { ...body, title: { en: "first" } })
          await tx.query(`INSERT INTO place (after_change) VALUES ('${await tx.cursor(uid)}')`)
          await tx.services.events.create(by, { ...body, title: { en: "second" } })
        })
        const [stored] = await ask("SELECT after_change FROM place")
        const after = String(Object.values(Object(stored))[0])
        for await (const { event } of engine.changes({ agendaUid: uid, after, detailed: true, wait: false })) {
          later.push(JSON.stringify(event?.["title"]))
        }
        expect(later).toEqual(['{"en":"second"}'])
      }))
  })
