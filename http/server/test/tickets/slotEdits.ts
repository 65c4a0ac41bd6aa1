import { expect } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { at } from "../../../test/world/at.js"
import type { TestWorld } from "../world/TestWorld.js"
import { bodyWith, each, entry, events, faultsOf, make, read, send, slotOn, write } from "./ticketed.js"

const ids = ["aaaaa", "bbbbb", "ccccc"]

const pageOf = (slot: string): string => `https://mapado.example/${slot}`

const override = (slot: string) => [{ provider: "mapado", bookingUrl: pageOf(slot) }]

const row = (of: string) => ({ syncedAt: "2025-06-15T15:00:00Z", sourceRef: of })

const stored = ids.map((id, index) => ({ id, ...slotOn(`0${index + 1}`) }))

/**
 * Makes an event with three slots, each with its own override and row, all named as the slot is; answers its address.
 */
const ticketed = (name: string) =>
  Effect.gen(function*() {
    const timings = stored.map((slot) => ({ ...slot, offers: override(slot.id) }))
    const path = yield* make({ timings, offers: [entry("mapado", 1_800)], extIds: [{ key: "edited", value: name }] })
    yield* write("PATCH", `${path}/availability`, Object.fromEntries(ids.map((id) => [id, { mapado: row(id) }])))
    return path
  })

/** The slots of an event: day, id, and whose override and row they have. */
const slotsOf = (event: unknown) =>
  each(at(event, "timings"), (slot) => [
    String(at(slot, "begin")).slice(8, 10),
    at(slot, "id"),
    at(slot, "offers", 0, "bookingUrl") ?? "",
    at(slot, "availability", 0, "sourceRef") ?? ""
  ])

const kept = (day: string, id: string) => [day, id, pageOf(id), id]

const made = (day: string, id: unknown = expect.stringMatching(/^[0-9A-Za-z]{5}$/)) => [day, id, "", ""]

/** What is written of the slots, and what they are then. */
const edits: { readonly [says: string]: readonly [written: ReadonlyArray<object>, after: ReadonlyArray<ReadonlyArray<unknown>>] } = {
  "written in another order": [[...stored.slice(1), ...stored.slice(0, 1)], ids.map((id, index) => kept(`0${index + 1}`, id))],
  "known by their times": [stored.map(({ begin, end }) => ({ begin, end })), ids.map((id, index) => kept(`0${index + 1}`, id))],
  "moved by id": [[{ id: "bbbbb", ...slotOn("09") }, { id: "aaaaa", ...slotOn("08", 2) }], [kept("08", "aaaaa"), kept("09", "bbbbb")]],
  "moved without id": [[slotOn("09"), ...stored.slice(1)], [kept("02", "bbbbb"), kept("03", "ccccc"), made("09")]],
  "swapped": [
    [{ id: "bbbbb", ...slotOn("01") }, { id: "aaaaa", ...slotOn("02") }, ...stored.slice(2)],
    [kept("01", "bbbbb"), kept("02", "aaaaa"), kept("03", "ccccc")]
  ],
  "extended": [[slotOn("01", 5), { id: "bbbbb", ...slotOn("02", 4) }], [kept("01", "aaaaa"), kept("02", "bbbbb")]],
  "split": [
    [slotOn("01"), { begin: "2025-07-01T19:30:00+02:00", end: "2025-07-01T20:00:00+02:00" }],
    [kept("01", "aaaaa"), made("01")]
  ],
  "with the id of another event": [[{ id: "zzzzz", ...slotOn("01") }, ...stored.slice(2)], [made("01", "zzzzz"), kept("03", "ccccc")]],
  "new, with tickets of their own": [
    [...stored.slice(0, 1), {
      id: "nnnnn",
      ...slotOn("05"),
      offers: override("nnnnn"),
      availability: [{ provider: "mapado", ...row("nnnnn") }]
    }],
    [kept("01", "aaaaa"), kept("05", "nnnnn")]
  ]
}

const ways = [["PUT", ""], ["PATCH", ""], ["PUT", "ext"], ["POST", ""], ["PATCH", "ext"]] as const

/**
 * What holds of the slots of an event, and of the tickets that are theirs, however they are edited and wherever they
 * are kept (wire.md §8, Slot id).
 */
export const slotEdits: { readonly [says: string]: Effect.Effect<void, unknown, TestWorld> } = {
  "keep their ids, overrides and rows through every edit": Effect.gen(function*() {
    yield* make({ timings: [{ id: "zzzzz", ...slotOn("01") }], extIds: [{ key: "edited", value: "stranger" }] })
    for (const [index, [says, [timings, after]]] of Object.entries(edits).entries()) {
      const path = yield* ticketed(String(index))
      const [method, kind] = ways[index % ways.length] ?? ways[0]
      const to = kind === "ext" ? `${events}/ext/edited/${index}` : path
      const { body } = yield* write(method, to, method === "PATCH" ? { timings } : bodyWith({ timings }))
      expect(slotsOf(at(body, "event")), `${says}, by ${method}`).toEqual(after)
      expect(slotsOf(yield* read(path)), says).toEqual(after)
      const uid = path.split("/").at(-1)
      const listed = (yield* send("GET", `${events}?uid[]=${uid}&detailed=1`)).body
      expect(slotsOf(at(listed, "events", 0)), says).toEqual(after)
      expect(at(listed, "events", 0, "offersAggregate", "availability", "occurrencesTotal")).toBe(after.length)
    }
    expect(slotsOf(yield* read(`${events}/ext/edited/stranger`))).toEqual([made("01", "zzzzz")])
  }),

  "never come back with what they had, once they are gone": Effect.gen(function*() {
    const path = yield* ticketed("gone")
    yield* write("PATCH", path, { timings: stored.slice(0, 2) })
    const { body } = yield* write("PUT", path, bodyWith({ timings: stored }))
    const fresh = at(body, "event", "timings", 2, "id")
    expect(slotsOf(at(body, "event"))).toEqual([kept("01", "aaaaa"), kept("02", "bbbbb"), made("03")])
    expect(ids).not.toContain(fresh)
    const refused = yield* send("PATCH", `${path}/availability`, { ccccc: { mapado: row("ccccc") } })
    expect([refused.status, faultsOf(refused)]).toEqual([400, ["timing.unknown ccccc"]])
  }),

  "are refused with an id twice or of another form, and nothing is written": Effect.gen(function*() {
    const path = yield* ticketed("refused")
    const before = yield* send("GET", path)
    const timings = [stored[0], { ...stored[1], id: "aaaaa" }, { ...stored[2], id: "c-c" }]
    for (const [method, kind] of ways) {
      const to = kind === "ext" ? `${events}/ext/edited/refused` : path
      const refused = yield* send(method, to, method === "PATCH" ? { timings } : bodyWith({ timings }))
      expect([refused.status, faultsOf(refused)]).toEqual([400, ["duplicate timings[1].id", "type.invalid timings[2].id"]])
    }
    expect((yield* send("GET", path)).text).toBe(before.text)
  })
}
