import type { Authorization } from "@agenda-engine/core/services/Access"
import { Events } from "@agenda-engine/core/services/Events"
import { Transactions } from "@agenda-engine/core/services/transaction/Transactions"
import * as Effect from "effect/Effect"
import { setTimeout } from "node:timers/promises"
import { describe, expect, it } from "vitest"
import { EventQuery, type HostTransaction, operator } from "../../src/createAgendaEngine.js"
import { body } from "../listening.js"
import { type BeforeWrite, type Host, type Hosts, refusal, titlesIn } from "./hookingHost.js"

/** How a hook fails after it has written. */
const failures: { readonly [name: string]: () => Promise<never> } = {
  refuses: () => Promise.reject(refusal("title")),
  throws: () => Promise.reject(new Error("out of order")),
  "takes too long": () => new Promise(() => {})
}

/** A hook that writes an event and a row of the host for each draft, and then fails for `bad`. */
const noting = (uid: number, fail: () => Promise<never>): BeforeWrite => async ({ draft, tx }) => {
  const title = JSON.stringify(draft["title"])
  await tx.query(`INSERT INTO note (text) VALUES ('${title}')`)
  await tx.services.events.create(await writing(tx, uid), { ...body, title: { en: `beside ${JSON.parse(title).en}` } })
  await setTimeout(60)
  return title.includes("bad") ? fail() : draft
}

const writing = ({ services: { access } }: Pick<HostTransaction, "services">, uid: number) =>
  access.authorize(operator, { _tag: "Uid", uid }, "events:write")

const reading = ({ services: { access } }: Pick<HostTransaction, "services">, uid: number) =>
  access.authorize(operator, { _tag: "Uid", uid }, "events:read")

const textsOf = (rows: ReadonlyArray<unknown>) => rows.map((row) => String(Reflect.get(Object(row), "text")))

const titlesAfter = async ({ engine, uid }: Host, after: string) => {
  const titles: Array<string | undefined> = []
  for await (const { event } of engine.changes({ agendaUid: uid, after, detailed: true, wait: false })) {
    titles.push(JSON.stringify(event?.["title"]))
  }
  return titles
}

const createWithin = (by: Authorization<"events:write">, title: string) =>
  Effect.flatMap(Events, (events) => events.create(by, { ...body, title: { en: title } }))

const english = (...titles: ReadonlyArray<string>) => titles.map((title) => JSON.stringify({ en: title }))

/** Declares the tests of what else a transaction calls beside a write that fails. */
export const testBesideFailures = (hosts: Hosts): void =>
  describe.each(Object.entries(hosts))("calls of a transaction beside one that fails on %s", (_, within) => {
    it.each(Object.entries(failures))("see nothing of it, and keep what they write, when the hook %s", (_, fail) =>
      within(async (host) => {
        const { ask, engine, hook, uid } = host
        await ask("CREATE TABLE note (text TEXT NOT NULL)")
        hook.run = noting(uid, fail)
        const seen: Array<string> = []
        await engine.transaction(async (tx) => {
          const [by, reader] = [await writing(tx, uid), await reading(tx, uid)]
          const create = (title: string) => tx.services.events.create(by, { ...body, title: { en: title } })
          const look = async () => {
            const { events } = await tx.services.events.list(reader, EventQuery.make({}))
            seen.push(JSON.stringify(events))
            seen.push(...textsOf(await tx.query("SELECT text FROM note")))
          }
          const failing = create("bad").then(() => "stored", (error) => String(error._tag))
          const beside = [create("good"), look(), create("better")]
          for (let time = 0; time < 5; time++) {
            await setTimeout(8)
            beside.push(look())
          }
          await Promise.all(beside)
          expect(["Invalid", "StoreError"]).toContain(await failing)
        })
        expect(seen.filter((text) => text.includes("bad"))).toEqual([])
        expect(seen.some((text) => text.includes("better"))).toBe(true)
        expect(textsOf(await ask("SELECT text FROM note"))).toEqual(english("good", "better"))
        expect(await titlesIn(host)).toEqual(english("beside good", "good", "beside better", "better"))
      }))

    it("do not take the position of one that asks for it, nor the changes before it", () =>
      within(async (host) => {
        const { ask, engine, hook, uid } = host
        await ask("CREATE TABLE note (text TEXT NOT NULL)")
        const cursors: Array<string> = []
        await engine.transaction(async (tx) => {
          const by = await writing(tx, uid)
          const create = (title: string) => tx.services.events.create(by, { ...body, title: { en: title } })
          await create("first")
          hook.run = noting(uid, () => Promise.reject(refusal("title")))
          const asked = [tx.cursor(uid), create("bad").catch(() => null), tx.cursor(uid), create("good")] as const
          const [before, , after] = await Promise.all(asked)
          cursors.push(String(before), String(after), String(await tx.cursor(uid)))
          hook.run = ({ draft }) => draft
          await create("last")
        })
        expect(await titlesIn(host)).toEqual(english("first", "beside good", "good", "last"))
        const [before = "", after = "", end = ""] = cursors
        expect(await titlesAfter(host, before)).toEqual(english("beside good", "good", "last"))
        expect(await titlesAfter(host, after)).toEqual(english("beside good", "good", "last"))
        expect(await titlesAfter(host, end)).toEqual(english("last"))
      }))

    it("are told to listeners once the whole transaction has committed, also those of a transaction in it", () =>
      within(async (host) => {
        const { engine, uid } = host
        const told: Array<string> = []
        engine.on("event", ({ after }) => {
          told.push(JSON.stringify(after?.title))
        })
        const cursors: Array<string | null> = []
        const run = async (fails: boolean) =>
          engine.transaction(async (tx) => {
            const by = await writing(tx, uid)
            await tx.run(Effect.flatMap(Transactions, (transactions) => transactions.run(createWithin(by, fails ? "undone" : "kept"))))
            cursors.push(await tx.cursor(uid))
            await setTimeout(50)
            expect(told).toEqual([])
            if (fails) throw new Error("the host refuses")
          })
        await expect(run(true)).rejects.toThrow("the host refuses")
        await run(false)
        await expect.poll(() => told).toEqual(english("kept"))
        expect(await titlesIn(host)).toEqual(english("kept"))
        expect(await titlesAfter(host, cursors[1] ?? "")).toEqual([])
      }))

    it("are not by the author of a call before", () =>
      within(async ({ engine, uid }) => {
        const authors: Array<readonly [kind: string, isUser: boolean]> = []
        for (const type of ["event", "agenda"] as const) engine.on(type, ({ by, kind }) => authors.push([kind, by !== null]))
        await engine.transaction(async (tx) => {
          const ada = tx.as({ userId: "ada", roles: { [uid]: "administrator" } })
          await ada.events.create(uid, body)
          await tx.services.agendas.update(uid, { title: "City" })
        })
        await expect.poll(() => authors).toEqual([["event.published", true], ["agenda.updated", false]])
      }))
  })
