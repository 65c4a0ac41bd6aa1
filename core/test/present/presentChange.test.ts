import { describe, expect, it } from "@effect/vitest"
import * as FastCheck from "effect/FastCheck"
import { presentChange, readersOf } from "../../src/present/presentChange.js"
import type { ChangeKind, ChangeRecord } from "../../src/record/ChangeRecord.js"

const change = (kind: ChangeKind, publicBefore: boolean, publicAfter: boolean): ChangeRecord => ({
  agendaUid: 1,
  position: 3,
  ordinal: 0,
  kind,
  type: kind.startsWith("event") ? "event" : kind.startsWith("location") ? "location" : kind.startsWith("agenda") ? "agenda" : "member",
  uid: 7,
  version: 2,
  publicBefore,
  publicAfter,
  relists: true,
  contributorUid: 4,
  at: 1_893_456_000_000,
  by: 4
})

const everybody = { moderates: false, contributorUid: null }

describe("presentChange", () => {
  it.each(
    [
      ["event.created", false, false, null],
      ["event.updated", false, false, null],
      ["event.removed", false, false, null],
      ["event.published", false, true, "event.published"],
      ["event.updated", true, true, "event.updated"],
      ["event.availability", true, true, "event.availability"],
      ["event.availability", false, false, null],
      ["event.unpublished", true, false, "event.removed"],
      ["event.removed", true, false, "event.removed"],
      ["location.updated", true, true, "location.updated"],
      ["location.removed", true, false, "location.removed"],
      ["agenda.updated", true, true, "agenda.updated"],
      ["agenda.updated", false, false, null],
      ["member.updated", false, false, null],
      ["member.removed", false, false, null]
    ] as const
  )("shows the public %s, public before %s and after %s, as %s", (kind, before, after, expected) => {
    const shown = presentChange(change(kind, before, after), everybody)
    expect(shown?.kind ?? null).toBe(expected)
    expect(shown?.removed ?? false).toBe(expected?.endsWith("removed") ?? false)
  })

  it("shows the whole history of an event to moderators and to its contributor, and members to moderators alone", () => {
    const created = change("event.created", false, false)
    expect(presentChange(created, { moderates: true, contributorUid: null })?.kind).toBe("event.created")
    expect(presentChange(created, { moderates: false, contributorUid: 4 })?.kind).toBe("event.created")
    expect(presentChange(created, { moderates: false, contributorUid: 5 })).toBeNull()
    const withdrawn = change("event.unpublished", true, false)
    expect(presentChange(withdrawn, { moderates: false, contributorUid: 4 })).toMatchObject({ kind: "event.unpublished", removed: false })
    expect(presentChange(change("member.updated", false, false), { moderates: true, contributorUid: null })?.kind).toBe("member.updated")
    expect(presentChange(change("member.updated", false, false), { moderates: false, contributorUid: 4 })).toBeNull()
  })

  it("has nothing but what the specification lists", () => {
    expect(presentChange(change("event.updated", true, true), everybody)).toEqual({
      kind: "event.updated",
      type: "event",
      uid: 7,
      agendaUid: 1,
      version: 2,
      at: "2030-01-01T00:00:00.000Z",
      removed: false
    })
  })

  it("tells the public the same of every history with the same public part", () => {
    FastCheck.assert(
      FastCheck.property(FastCheck.array(FastCheck.constantFrom("draft", "published", "absent")), (states) => {
        let before = "absent"
        const shown = states.flatMap((state) => {
          const kind: ChangeKind = state === "absent" ? "event.removed" : state === before ? "event.updated" : "event.published"
          const presented = presentChange(change(kind, before === "published", state === "published"), everybody)
          before = state
          return presented === null ? [] : [presented.kind]
        })
        let isThere = false
        for (const kind of shown) {
          expect(kind === "event.published").toBe(!isThere)
          isThere = kind !== "event.removed"
        }
      })
    )
  })

  it("names the readers of the log by their rights", () => {
    expect(readersOf(everybody)).toBe("public")
    expect(readersOf({ moderates: false, contributorUid: 4 })).toBe("contributor:4")
    expect(readersOf({ moderates: true, contributorUid: 4 })).toBe("privileged")
  })
})
