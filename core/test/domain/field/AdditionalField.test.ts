import { describe, expect, it } from "@effect/vitest"
import { type Caller, operator } from "../../../src/domain/access/Credential.js"
import type { Role } from "../../../src/domain/access/Member.js"
import {
  type AdditionalField,
  isMultilingual,
  isMultipleChoice,
  isOptioned,
  mayRead,
  mayWrite,
  withdrawOptions
} from "../../../src/domain/field/AdditionalField.js"
import { eventMemberNames } from "../../../src/query/event/eventShape.js"
import { reservedFieldCodes } from "../../../src/query/event/fieldCode.js"
import { dimensionOf } from "../../../src/record/EventRecord.js"

const key: Caller = { _tag: "Key", kind: "public", keyId: "k", userUid: 1, agendaUids: null, operations: null, writes: false }

const choice: AdditionalField = {
  field: "genre",
  label: { fr: "Genre" },
  fieldType: "radio",
  optional: true,
  schemaType: "agenda",
  options: [{ id: 1, value: "a", label: { fr: "A" } }, { id: 2, value: "b", label: { fr: "B" } }]
}

describe("the field type predicates", () => {
  it("distinguish choice, multiple-choice and multilingual fields", () => {
    expect([isOptioned({ fieldType: "radio" }), isOptioned({ fieldType: "multiselect" }), isOptioned({ fieldType: "boolean" })]).toEqual([
      true,
      true,
      false
    ])
    expect([isMultipleChoice({ fieldType: "checkbox" }), isMultipleChoice({ fieldType: "select" })]).toEqual([true, false])
    expect([isMultilingual({ fieldType: "html", languages: ["fr"] }), isMultilingual({ fieldType: "html" })]).toEqual([true, false])
    expect(dimensionOf(choice)).toBe("field:genre")
  })
})

describe("mayRead and mayWrite", () => {
  const roles: ReadonlyArray<Role | null> = ["administrator", "moderator", "contributor", null]

  it.each<[ReadonlyArray<Role> | undefined, ReadonlyArray<boolean>]>([
    [undefined, [true, true, true, true]],
    [["administrator"], [true, false, false, false]],
    [["moderator", "contributor"], [false, true, true, false]]
  ])("allow the roles %j and the operator", (allowed, expected) => {
    const field = allowed === undefined ? {} : { read: allowed, write: allowed }
    expect(roles.map((role) => mayRead(field, { caller: key, role }))).toEqual(expected)
    expect(roles.map((role) => mayWrite(field, { caller: key, role }))).toEqual(expected)
    expect([mayRead(field, { caller: operator, role: null }), mayWrite(field, { caller: operator, role: null })]).toEqual([true, true])
  })

  it("let those write a field without a list of writers who may read it", () => {
    const field = { read: ["administrator"] } as const
    expect(roles.map((role) => mayWrite(field, { caller: key, role }))).toEqual([true, false, false, false])
    expect(roles.map((role) => mayWrite({ ...field, write: ["contributor"] }, { caller: key, role }))).toEqual([false, false, true, false])
  })

  it("use separate role lists", () => {
    expect(mayWrite({}, { caller: key, role: "contributor" })).toBe(true)
    expect(mayRead({ read: ["administrator"] }, { caller: key, role: "contributor" })).toBe(false)
  })
})

describe("reservedFieldCodes", () => {
  it.each(eventMemberNames)("contains the event member %s", (name) => {
    expect(reservedFieldCodes.has(name)).toBe(true)
  })
})

describe("withdrawOptions", () => {
  const [first, second] = choice.options ?? []

  it("appends removed options as withdrawn and restores options that are present again", () => {
    const third = { id: 3, value: "c", label: { fr: "C" } }
    const next = { ...choice, options: [third, ...(first === undefined ? [] : [first])] }
    const withdrawn = withdrawOptions([next], [choice])
    expect(withdrawn).toEqual([{ ...next, options: [third, first, { ...second, withdrawn: true }] }])
    expect(withdrawOptions([next], withdrawn)).toEqual(withdrawn)
    expect(withdrawOptions([choice], withdrawn)).toEqual([{ ...choice, options: [first, second, { ...third, withdrawn: true }] }])
  })

  it("leaves new fields and fields without options unchanged", () => {
    const text: AdditionalField = { field: "genre", label: { fr: "Genre" }, fieldType: "text", optional: true, schemaType: "agenda" }
    expect(withdrawOptions([choice], [])).toEqual([choice])
    expect(withdrawOptions([text], [choice])).toEqual([text])
    expect(withdrawOptions([choice], [text])).toEqual([choice])
  })
})
