import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import { at } from "../answer/Answer.js"
import { shown } from "../answer/mismatch.js"
import { textLike } from "../answer/Pattern.js"
import { askFor, askRefused, check, checkLike } from "../check/checks.js"
import { newEvent } from "../check/written.js"
import { casesOf, type Check } from "../run/HttpCase.js"
import type { HttpTarget } from "../run/HttpTarget.js"
import { itemsOf } from "../spec/SpecCase.js"

const slot = (day: number, hours = 2) => ({ begin: `2035-05-0${day}T10:00:00+02:00`, end: `2035-05-0${day}T${10 + hours}:00:00+02:00` })

const slots_max = 800

/** So many slots of an hour each. */
const manySlots = (count: number) =>
  Array.from({ length: count }, (_, index) => {
    const at = (hours: number) => DateTime.formatIso(DateTime.unsafeMake({ year: 2035, hours }))
    return { begin: at(2 * index), end: at(2 * index + 1) }
  })

const idsOf = (event: unknown) => itemsOf(event, "timings").map((one) => String(at(one, "id")))

/** Writes slots to an event that has those of three days, and checks the new ids against the first ones. */
const keeps = (
  written: (ids: ReadonlyArray<string>) => ReadonlyArray<object>,
  expected: ReadonlyArray<number | null>
): Check =>
  function*(target) {
    const [event, path, token] = yield* newEvent(target, { timings: [slot(1), slot(2), slot(3)] })
    const before = idsOf(event)
    yield* check(before.every((id) => /^[0-9A-Za-z]{5}$/.test(id)), "ids of slots", "5 letters and digits", before)
    const { body } = yield* askFor(target, 200, path, { method: "PATCH", headers: token, body: { timings: written(before) } })
    const after = idsOf(at(body, "event"))
    const found = after.map((id) => before.includes(id) ? before.indexOf(id) : null)
    yield* checkLike("the ids after the write, by their place before", found, expected)
    yield* check(new Set(after).size === after.length, "ids of slots", "unique in the event", after)
    yield* checkLike("the ids of the next read", idsOf(at((yield* askFor(target, 200, path, { headers: token })).body, "event")), after)
  }

const clause = "service.md, Time slot; wire.md §8, Slot id"

/** Ids of slots over the versions of an event. */
export const slotIdCases = casesOf("ticketing", "slot", [
  [
    "same",
    clause,
    "slots of the same times keep their ids, in whatever order they are written",
    keeps(() => [slot(3), slot(1), slot(2)], [0, 1, 2])
  ],
  [
    "moved",
    clause,
    "a slot that is written with its id keeps it, whatever its times",
    keeps(
      ([first = "", second = ""]) => [{ ...slot(5), id: first }, { ...slot(6), id: second }],
      [0, 1]
    )
  ],
  ["longer", clause, "a slot of the same begin keeps its id when its end changes", keeps(() => [slot(1, 3), slot(2), slot(3)], [0, 1, 2])],
  ["added", clause, "a slot of another begin gets a new id, and the others keep theirs", keeps(() => [slot(1), slot(4)], [0, null])],
  [
    "swapped",
    clause,
    "an id counts before times",
    keeps(
      ([first = "", second = ""]) => [{ ...slot(1), id: second }, { ...slot(2), id: first }],
      [1, 0]
    )
  ],
  ["other-version", clause, "the id of a removed slot is not used again, and its availability is gone", function*(target) {
    const [event, path, token] = yield* newEvent(target, { timings: [slot(1), slot(2)] })
    const [, removed = ""] = idsOf(event)
    const row = { billetweb: { syncedAt: at(event, "createdAt"), remaining: 0 } }
    const patch = (timings: ReadonlyArray<object>) => askFor(target, 200, path, { method: "PATCH", headers: token, body: { timings } })
    yield* askFor(target, 200, `${path}/availability`, { method: "PATCH", headers: token, body: { [removed]: row } })
    yield* patch([slot(1)])
    const { body } = yield* patch([slot(1), slot(2)])
    yield* check(!idsOf(at(body, "event")).includes(removed), "the id of the slot that was added again", "a new one", removed)
    const found = at(body, "event", "timings", 1, "availability")
    yield* check(found === undefined || shown(found) === "[]", "its availability", "none", found)
  }],
  ["twice", clause, "the same id twice, and a malformed one, are refused", function*(target) {
    const [event, path, token] = yield* newEvent(target, { timings: [slot(1), slot(2)] })
    yield* Effect.forEach(
      [
        idsOf(event).map((_, index, ids) => ({ ...slot(index + 1), id: ids[0] })),
        [{ ...slot(1), id: "a-b" }]
      ],
      (timings) => askRefused(target, 400, path, { method: "PATCH", headers: token, body: { timings } }),
      { discard: true }
    )
  }]
])

/** Slots that are refused: what is wrong, the slots, and the code of the error. */
const refused: ReadonlyArray<readonly [name: string, timings: ReadonlyArray<object>, code: string]> = [
  ["no-offset", [{ begin: "2035-05-01T10:00:00", end: "2035-05-01T12:00:00" }], "offset.required"],
  ["impossible-date", [{ begin: "2035-02-30T10:00:00Z", end: "2035-02-30T12:00:00Z" }], "date.invalid"],
  ["empty", [{ begin: "2035-05-01T10:00:00Z", end: "2035-05-01T10:00:00Z" }], "endLessThanBegin"],
  ["too-long", [{ begin: "2035-05-01T10:00:00Z", end: "2035-05-02T10:00:01Z" }], "diffExceeded"],
  ["overlap", [slot(1), { begin: "2035-05-01T11:59:59+02:00", end: "2035-05-01T13:00:00+02:00" }], "overlap"],
  ["none", [], "required"],
  ["too-many", manySlots(slots_max + 1), "tooMany"]
]

const instant = (text: string): unknown => textLike(new RegExp(`^${text.replaceAll("+", "\\+")}$`))

/** The times of slots. */
export const slotCases = casesOf("write", "slot", [
  ...refused.map(([name, timings, code]) =>
    [
      name,
      "wire.md §5, Limits",
      `slots are refused with ${code}`,
      function*(target: HttpTarget) {
        const [, path, token] = yield* newEvent(target, {})
        const { body } = yield* askRefused(target, 400, path, { method: "PATCH", headers: token, body: { timings } })
        const codes = itemsOf(body, "errors").map((error) => at(error, "code"))
        yield* check(codes.includes(code), "the codes of errors", code, codes)
      }
    ] as const
  ),
  [
    "offsets",
    "service.md, timings; wire.md §5",
    "slots are read with the offset of the time zone of the event at their date, without fraction",
    function*(target) {
      const timings = [
        { begin: "2035-01-10T10:00:00.123Z", end: "2035-01-10T12:00:00Z" },
        { begin: "2035-07-10T12:00:00+0200", end: "2035-07-10T14:00+02:00" }
      ]
      const offsets = [["Europe/Paris", "11:00:00+01:00", "12:00:00+02:00"], [
        "America/New_York",
        "05:00:00-05:00",
        "06:00:00-04:00"
      ]] as const
      for (const [timezone, winter, summer] of offsets) {
        const [event] = yield* newEvent(target, { timezone, timings })
        const [first, last] = [{ begin: instant(`2035-01-10T${winter}`) }, { begin: instant(`2035-07-10T${summer}`) }]
        const shows = { timings: [first, last], firstTiming: first, nextTiming: first, lastTiming: last }
        yield* checkLike(`the event in ${timezone}`, event, shows)
      }
    }
  ],
  ["most", "wire.md §5, Limits", "800 slots are accepted and read", function*(target) {
    const [event] = yield* newEvent(target, { timings: manySlots(slots_max) })
    yield* check(itemsOf(event, "timings").length === slots_max, "slots", slots_max, itemsOf(event, "timings").length)
  }],
  ["touching", "wire.md §5, Limits", "slots of 24 hours and slots that touch are accepted, and read in order", function*(target) {
    const [event] = yield* newEvent(target, {
      timezone: "Europe/Paris",
      timings: [
        { begin: "2035-05-02T10:00:00+02:00", end: "2035-05-02T12:00:00+02:00" },
        { begin: "2035-05-01T10:00:00+02:00", end: "2035-05-02T10:00:00+02:00" }
      ]
    })
    yield* checkLike("timings", itemsOf(event, "timings"), [{ begin: "2035-05-01T10:00:00+02:00" }, { begin: "2035-05-02T10:00:00+02:00" }])
  }]
])
