import { describe, expect, it } from "@effect/vitest"
import type { EventState } from "../../../src/domain/event/Event.js"
import { moderate, type Moderation } from "../../../src/services/event/write/moderate.js"

const asked = (state?: EventState, featured?: boolean): Moderation["asked"] => ({
  ...(state === undefined ? {} : { state }),
  ...(featured === undefined ? {} : { featured })
})

const base: Moderation = { role: "administrator", settings: {}, stored: null, asked: {}, contentChanges: true }
const unfeatured = (state: EventState) => ({ state, featured: false })

interface Row {
  readonly name: string
  readonly given: Partial<Moderation>
  /** `refused`: a moderator without the right to publish; `ignored`: ignored with a warning. */
  readonly state: EventState | "refused"
  readonly ignored?: ReadonlyArray<string>
  readonly featured?: boolean
}

const rows: ReadonlyArray<Row> = [
  { name: "a new event of an administrator is published", given: {}, state: 2 },
  { name: "a new event of a moderator is published", given: { role: "moderator" }, state: 2 },
  { name: "a new event of a contributor is in review", given: { role: "contributor" }, state: 0 },
  { name: "a new event of the program itself is published", given: { role: null }, state: 2 },
  {
    name: "a new event of a contributor who may publish is published",
    given: { role: "contributor", settings: { canPublish: ["contributor"] } },
    state: 2
  },
  {
    name: "a new event of a moderator who may not publish is in review",
    given: { role: "moderator", settings: { canPublish: ["administrator"] } },
    state: 0
  },
  {
    name: "the agenda's default state applies to a contributor's new event",
    given: { role: "contributor", settings: { defaultState: 1 } },
    state: 1
  },
  {
    name: "a published default state applies to a contributor's new event",
    given: { role: "contributor", settings: { defaultState: 2 } },
    state: 2
  },
  { name: "the default state applies to a new event of an administrator", given: { settings: { defaultState: 0 } }, state: 0 },
  {
    name: "a moderator who may not publish is refused state 2",
    given: { role: "moderator", settings: { canPublish: ["administrator"] }, asked: asked(2) },
    state: "refused"
  },
  {
    name: "a moderator who may not publish may send state 2 of a published event back",
    given: { role: "moderator", settings: { canPublish: ["administrator"] }, stored: unfeatured(2), asked: asked(2) },
    state: 2
  },
  {
    name: "a moderator who may not publish may set any other state",
    given: { role: "moderator", settings: { canPublish: [] }, stored: unfeatured(2), asked: asked(-1) },
    state: -1
  },
  {
    name: "an administrator outside canPublish is refused state 2",
    given: { settings: { canPublish: ["moderator"] }, asked: asked(2) },
    state: "refused"
  },
  {
    name: "state 2 of a contributor is ignored with a warning, and the event is in review",
    given: { role: "contributor", asked: asked(2) },
    state: 0,
    ignored: ["state"]
  },
  { name: "a contributor who names the resulting state gets no warning", given: { role: "contributor", asked: asked(0) }, state: 0 },
  {
    name: "another state from a contributor is ignored with a warning",
    given: { role: "contributor", stored: unfeatured(0), asked: asked(1) },
    state: 0,
    ignored: ["state"]
  },
  {
    name: "a contributor who names the stored state gets no warning",
    given: { role: "contributor", stored: unfeatured(2), asked: asked(2, false) },
    state: 2
  },
  {
    name: "featured from a contributor is ignored with a warning",
    given: { role: "contributor", stored: unfeatured(2), asked: asked(undefined, true) },
    state: 2,
    ignored: ["featured"]
  },
  {
    name: "a moderator sets featured",
    given: { role: "moderator", stored: unfeatured(2), asked: asked(undefined, true) },
    state: 2,
    featured: true
  },
  {
    name: "moderateOnChangeBy sends a contributor's edit of a published event back to review",
    given: { role: "contributor", settings: { moderateOnChangeBy: ["contributor"] }, stored: unfeatured(2) },
    state: 0
  },
  {
    name: "moderateOnChangeBy sends a contributor's edit of a refused event back to review",
    given: { role: "contributor", settings: { moderateOnChangeBy: ["contributor"] }, stored: unfeatured(-1) },
    state: 0
  },
  {
    name: "moderateOnChangeBy leaves an event that is ready to publish in its state",
    given: { role: "contributor", settings: { moderateOnChangeBy: ["contributor"] }, stored: unfeatured(1) },
    state: 1
  },
  {
    name: "moderateOnChangeBy leaves the state when the content does not change",
    given: { role: "contributor", settings: { moderateOnChangeBy: ["contributor"] }, stored: unfeatured(2), contentChanges: false },
    state: 2
  },
  {
    name: "moderateOnChangeBy applies when the body names state 2",
    given: { role: "contributor", settings: { moderateOnChangeBy: ["contributor"] }, stored: unfeatured(2), asked: asked(2) },
    state: 0
  },
  {
    name: "moderateOnChangeBy does not apply to other roles",
    given: { role: "moderator", settings: { moderateOnChangeBy: ["contributor"] }, stored: unfeatured(2) },
    state: 2
  },
  { name: "without moderateOnChangeBy an edit leaves the state", given: { role: "contributor", stored: unfeatured(2) }, state: 2 }
]

describe("moderate", () => {
  for (const row of rows) {
    it(row.name, () => {
      const moderated = moderate({ ...base, ...row.given })
      if (row.state === "refused") {
        expect(moderated).toBe("forbidden")
        return
      }
      expect(moderated).toMatchObject({ state: row.state, featured: row.featured ?? row.given.stored?.featured ?? false })
      expect(moderated === "forbidden" ? [] : moderated.warnings.map(({ code, field }) => [code, field])).toEqual(
        (row.ignored ?? []).map((field) => ["ignored", field])
      )
    })
  }
})
