import { describe, expect, it } from "@effect/vitest"
import * as Schema from "effect/Schema"
import { accessibilityKinds, AttendanceMode, EventState, EventStatus, plainFields, textFields } from "../../../src/domain/event/Event.js"
import { NativeField, nativeFields } from "../../../src/domain/field/nativeFields.js"
import { defaultLimits } from "../../../src/domain/Limits.js"

const fields = nativeFields(defaultLimits)
const named = (name: string) => fields.find(({ field }) => field === name)

describe("nativeFields", () => {
  it("define every content field of an event once, with labels in five languages", () => {
    const names = fields.map(({ field }) => field)
    expect(names.toSorted()).toEqual([...plainFields, "timings", "timezone", "featured", "state"].toSorted())
    for (const field of fields) {
      expect(Schema.is(NativeField)(field), field.field).toBe(true)
      expect(Object.keys(field.label), field.field).toEqual(["fr", "en", "de", "it", "es"])
    }
  })

  it("show the limits that are configured", () => {
    expect(named("title")).toMatchObject({ max: 150, languages: [], optional: false })
    expect(named("keywords")).toMatchObject({ max: 255, maxTotal: 2_000, languages: [] })
    expect(named("timings")).toMatchObject({ maxItems: 800, optional: false })
    expect(named("age")).toMatchObject({ min: 0, max: 150 })
    const [title] = nativeFields({ ...defaultLimits, title_chars_max: 80 })
    expect(title).toMatchObject({ field: "title", max: 80 })
  })

  it("are keyed by language when their values are", () => {
    const keyed = fields.flatMap(({ field, languages }) => languages === undefined ? [] : [field])
    expect(keyed.toSorted()).toEqual([...textFields, "keywords"].toSorted())
  })

  it("show the bound of each text", () => {
    for (const field of textFields) {
      const [bounded] = nativeFields({ ...defaultLimits, [`${field}_chars_max`]: 7 }).filter((one) => one.field === field)
      expect([field, bounded?.max]).toEqual([field, 7])
    }
  })

  it("are computed once for the same limits", () => {
    expect(nativeFields(defaultLimits)).toBe(fields)
  })

  it("offer every choice that an event can have", () => {
    const ids = (name: string) => new Set(named(name)?.options?.map(({ id }) => id))
    expect(ids("attendanceMode")).toEqual(new Set(AttendanceMode.literals))
    expect(ids("status")).toEqual(new Set(EventStatus.literals))
    expect(ids("state")).toEqual(new Set(EventState.literals))
    expect(ids("accessibility")).toEqual(new Set(accessibilityKinds))
  })
})
