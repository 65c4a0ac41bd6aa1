import { describe, expect, it } from "@effect/vitest"
import type { EventState } from "../../../src/domain/Event.js"
import { moderate, type Moderation } from "../../../src/services/event/moderate.js"

const asked = (state?: EventState, featured?: boolean): Moderation["asked"] => ({
  ...(state === undefined ? {} : { state }),
  ...(featured === undefined ? {} : { featured })
})

const base: Moderation = { role: "administrator", settings: {}, stored: null, asked: {}, contentChanges: true }
const unfeatured = (state: EventState) => ({ state, featured: false })

interface Row {
  readonly says: string
  readonly given: Partial<Moderation>
  /** `refused`: a moderator who may not publish; `ignored`: left alone with a warning. */
  readonly state: EventState | "refused"
  readonly ignored?: ReadonlyArray<string>
  readonly featured?: boolean
}

const rows: ReadonlyArray<Row> = [
  { says: "a new event of an administrator is published", given: {}, state: 2 },
  { says: "a new event of a moderator is published", given: { role: "moderator" }, state: 2 },
  { says: "a new event of a contributor is to review", given: { role: "contributor" }, state: 0 },
  { says: "a new event of the program itself is published", given: { role: null }, state: 2 },
  { says: "a contributor who may publish publishes", given: { role: "contributor", settings: { canPublish: ["contributor"] } }, state: 2 },
  {
    says: "a moderator who may not publish leaves to review",
    given: { role: "moderator", settings: { canPublish: ["administrator"] } },
    state: 0
  },
  { says: "the agenda's default holds for everybody", given: { role: "contributor", settings: { defaultState: 1 } }, state: 1 },
  { says: "… the published default too", given: { role: "contributor", settings: { defaultState: 2 } }, state: 2 },
  { says: "… and under those who may publish", given: { settings: { defaultState: 0 } }, state: 0 },
  {
    says: "a moderator who may not publish is refused state 2",
    given: { role: "moderator", settings: { canPublish: ["administrator"] }, asked: asked(2) },
    state: "refused"
  },
  {
    says: "… but may leave it where it is",
    given: { role: "moderator", settings: { canPublish: ["administrator"] }, stored: unfeatured(2), asked: asked(2) },
    state: 2
  },
  {
    says: "… and set any other state",
    given: { role: "moderator", settings: { canPublish: [] }, stored: unfeatured(2), asked: asked(-1) },
    state: -1
  },
  {
    says: "an administrator outside canPublish is refused as well",
    given: { settings: { canPublish: ["moderator"] }, asked: asked(2) },
    state: "refused"
  },
  {
    says: "a contributor who asks for 2 is left at review, with a warning",
    given: { role: "contributor", asked: asked(2) },
    state: 0,
    ignored: ["state"]
  },
  { says: "a contributor who asks for what it would be anyway is not warned", given: { role: "contributor", asked: asked(0) }, state: 0 },
  {
    says: "a contributor moves no state",
    given: { role: "contributor", stored: unfeatured(0), asked: asked(1) },
    state: 0,
    ignored: ["state"]
  },
  {
    says: "a contributor repeats the stored state freely",
    given: { role: "contributor", stored: unfeatured(2), asked: asked(2, false) },
    state: 2
  },
  {
    says: "a contributor features nothing",
    given: { role: "contributor", stored: unfeatured(2), asked: asked(undefined, true) },
    state: 2,
    ignored: ["featured"]
  },
  {
    says: "a moderator features",
    given: { role: "moderator", stored: unfeatured(2), asked: asked(undefined, true) },
    state: 2,
    featured: true
  },
  {
    says: "a contributor's edit of a published event goes back to review where the agenda says so",
    given: { role: "contributor", settings: { moderateOnChangeBy: ["contributor"] }, stored: unfeatured(2) },
    state: 0
  },
  {
    says: "… and of a refused one",
    given: { role: "contributor", settings: { moderateOnChangeBy: ["contributor"] }, stored: unfeatured(-1) },
    state: 0
  },
  {
    says: "… not of one ready to publish",
    given: { role: "contributor", settings: { moderateOnChangeBy: ["contributor"] }, stored: unfeatured(1) },
    state: 1
  },
  {
    says: "… not when nothing changes",
    given: { role: "contributor", settings: { moderateOnChangeBy: ["contributor"] }, stored: unfeatured(2), contentChanges: false },
    state: 2
  },
  {
    says: "… also when the whole event is posted back",
    given: { role: "contributor", settings: { moderateOnChangeBy: ["contributor"] }, stored: unfeatured(2), asked: asked(2) },
    state: 0
  },
  {
    says: "… not for others",
    given: { role: "moderator", settings: { moderateOnChangeBy: ["contributor"] }, stored: unfeatured(2) },
    state: 2
  },
  { says: "an edit keeps the state where the agenda says nothing", given: { role: "contributor", stored: unfeatured(2) }, state: 2 }
]

describe("moderate", () => {
  for (const row of rows) {
    it(row.says, () => {
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
