import { describe, expect, it } from "vitest"
import { createAgendaEngine, Forbidden, type HostEventWrite, InvalidOption, operator } from "../../src/createAgendaEngine.js"
import { body } from "../listening.js"
import { type BeforeWrite, inMemory, onSqlite, refusal, titlesIn } from "./hookingHost.js"
import { testHooks } from "./testHooks.js"

testHooks(onSqlite)

describe("hooks.beforeWrite", () => {
  it("is told of each write with a body, and of the event before; what it returns is stored", () =>
    inMemory(async (host) => {
      const { call, engine, hook, uid } = host
      const seen: Array<readonly [mode: string, draft: unknown, before: string | undefined, caller: string]> = []
      hook.run = ({ before, caller, draft, mode }) => {
        seen.push([mode, draft["title"], before?.title.en, caller._tag])
        return { ...draft, keywords: { en: ["checked"] } }
      }
      expect(await call("POST", "events", body)).toMatchObject({ status: 200, answer: { event: { keywords: { en: ["checked"] } } } })
      const by = await engine.services.access.authorize(operator, { _tag: "Uid", uid }, "events:write")
      const extId = { key: "shop", value: "1" }
      const { event } = await engine.services.events.upsert(by, extId, { ...body, title: { en: "two" } })
      await call("PATCH", `events/${event.uid}`, { title: { en: "three" } })
      await call("PUT", `events/${event.uid}`, { ...body, title: { en: "four" } })
      await engine.services.events.restore(by, { extId, timezoneNamed: false }, { ...body, title: { en: "five" } })
      await call("DELETE", `events/${event.uid}`)
      expect(seen).toEqual([
        ["create", { en: "Concert" }, undefined, "Key"],
        ["create", { en: "two" }, undefined, "Operator"],
        ["patch", { en: "three" }, "two", "Key"],
        ["replace", { en: "four" }, "three", "Key"],
        ["replace", { en: "five" }, "four", "Operator"]
      ])
    }))

  it("is not called for a faulty body, and refuses with issues in the usual form", () =>
    inMemory(async ({ call, hook }) => {
      let calls = 0
      hook.run = () => {
        calls += 1
        throw refusal("title.en")
      }
      expect(await call("POST", "events", { ...body, title: 7 })).toMatchObject({ status: 400 })
      expect(calls).toBe(0)
      expect(await call("POST", "events", body)).toMatchObject({
        status: 400,
        answer: { errors: [{ code: "option.unknown", field: "title.en", message: "the host does not take it" }] }
      })
      hook.run = () => Promise.reject(new Forbidden({ message: "not on Sundays" }))
      expect(await call("POST", "events", body)).toMatchObject({ status: 403 })
      hook.run = ({ draft }) => ({ ...draft, attendanceMode: 9 })
      expect(await call("POST", "events", body)).toMatchObject({ status: 400, answer: { errors: [{ field: "attendanceMode" }] } })
    }))

  it("refuses the write with a typed error when it throws, takes too long or returns no object", () =>
    inMemory(async (host) => {
      const { call, engine, hook, uid } = host
      const by = await engine.services.access.authorize(operator, { _tag: "Uid", uid }, "events:write")
      const faulty: ReadonlyArray<readonly [BeforeWrite, string, string]> = [
        [() => Promise.reject(new Error("out of order")), "Unavailable", "out of order"],
        [() => Promise.reject(Object.assign(new Error("never"), { reason: "permanent" })), "Unsupported", "never"],
        [() => new Promise(() => {}), "Unavailable", "the hook took more than 1 seconds"],
        [() => Reflect.get(Object(["text"]), 0), "Unavailable", "the hook returned no object"]
      ]
      for (const [run, reason, message] of faulty) {
        hook.run = run
        await expect(engine.services.events.create(by, body)).rejects.toMatchObject({
          _tag: "StoreError",
          operation: "hooks.beforeWrite",
          reason,
          cause: { message }
        })
        expect((await call("POST", "events", body)).status).toBe(reason === "Unavailable" ? 503 : 500)
      }
      expect(await titlesIn(host)).toEqual([])
    }))

  it("keeps the draft when it returns nothing, and gets a copy of it", () =>
    inMemory(async (host) => {
      host.hook.run = ({ draft }) => {
        Object.assign(draft, { title: { en: "Another" } })
        return undefined
      }
      expect(await host.call("POST", "events", body)).toMatchObject({ status: 200, answer: { event: { title: { en: "Concert" } } } })
    }))

  it("writes events in the transaction without calling itself, also the event that is written", () =>
    inMemory(async (host) => {
      const { call, hook, uid } = host
      let calls = 0
      hook.run = async ({ before, draft, tx }) => {
        calls += 1
        const by = await tx.services.access.authorize(operator, { _tag: "Uid", uid }, "events:write")
        if (before === null) await tx.services.events.create(by, { ...body, title: { en: "Also" } })
        else await tx.services.events.patch(by, { _tag: "Uid", uid: before.uid }, { featured: true })
        return draft
      }
      const authors: Array<boolean> = []
      host.engine.on("event", ({ by }) => authors.push(by !== null))
      expect(await call("POST", "events", body)).toMatchObject({ status: 200 })
      expect(calls).toBe(1)
      await expect.poll(() => authors).toEqual([false, true])
      expect(await titlesIn(host)).toEqual(['{"en":"Also"}', '{"en":"Concert"}'])
      const events: Array<number> = []
      for await (const change of host.engine.changes({ agendaUid: uid, wait: false })) events.push(change.uid)
      const patched = await call("PATCH", `events/${events.at(-1)}`, { title: { en: "Last" } })
      expect(patched).toMatchObject({ status: 200, answer: { event: { title: { en: "Last" }, featured: true } } })
    }))

  it("is called for each of the writes that a transaction makes side by side", () =>
    inMemory(async (host) => {
      const { engine, hook, uid } = host
      hook.run = async ({ draft, tx }) => {
        await tx.services.agendas.list()
        return { ...draft, title: { en: `${JSON.stringify(draft["title"])} seen` } }
      }
      await engine.transaction(async (tx) => {
        const by = await tx.services.access.authorize(operator, { _tag: "Uid", uid }, "events:write")
        await Promise.all(["a", "b", "c"].map((title) => tx.services.events.create(by, { ...body, title: { en: title } })))
      })
      const titles = await titlesIn(host)
      expect(titles.map((title) => title?.includes("seen"))).toEqual([true, true, true])
    }))

  it("a position beside a write that begins does not take its changes", () =>
    inMemory(async ({ engine, uid }) => {
      const cursors: Array<string | null> = []
      await engine.transaction(async (tx) => {
        const by = await tx.services.access.authorize(operator, { _tag: "Uid", uid }, "events:write")
        await tx.services.events.create(by, { ...body, title: { en: "first" } })
        const cursor = tx.cursor(uid)
        await Promise.all([cursor, tx.services.events.create(by, { ...body, title: { en: "second" } })])
        cursors.push(await cursor)
      })
      const later: Array<string> = []
      for await (const { event } of engine.changes({ agendaUid: uid, after: cursors[0] ?? "", detailed: true, wait: false })) {
        later.push(JSON.stringify(event?.["title"]))
      }
      expect(later).toEqual(['{"en":"second"}'])
    }))

  it("knows no position inside, and its transaction ends with it", () =>
    inMemory(async ({ call, hook, uid }) => {
      const late: Array<HostEventWrite["tx"]> = []
      hook.run = async ({ draft, tx }) => {
        late.push(tx)
        await expect(tx.cursor(uid)).rejects.toMatchObject({ _tag: "StoreError", reason: "Unsupported" })
        return draft
      }
      expect(await call("POST", "events", body)).toMatchObject({ status: 200 })
      await expect(late[0]?.services.agendas.list()).rejects.toMatchObject({ _tag: "StoreError", reason: "Unsupported" })
    }))

  it.each([[{ beforeWrite: "check" }], [{ afterWrite: () => {} }], ["check"]])("refuses %j as hooks", (hooks) => {
    const options: object = { database: "memory", hooks }
    expect(() => Reflect.apply(createAgendaEngine, undefined, [options])).toThrow(InvalidOption)
  })
})
