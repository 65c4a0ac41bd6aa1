import { describe, expect, it } from "@effect/vitest"
import { readLine } from "../../../src/services/transfer/readLine.js"

const faultsOf = (line: unknown): ReadonlyArray<string> =>
  readLine(typeof line === "string" ? line : JSON.stringify(line)).issues.map(({ code, field }) => `${code} ${field}`)

const event = { kind: "event", agendaUid: 1, extId: { key: "k", value: "v" }, data: { title: "Concert" } }

describe("readLine", () => {
  it.each([
    { label: "a line that is not JSON", line: '{"kind":', faults: ["json.invalid "] },
    { label: "JSON that is not an object", line: "[1]", faults: ["json.invalid "] },
    {
      label: "JSON nested too deeply",
      line: `{"kind":"agenda","uid":${"[".repeat(100_000)}${"]".repeat(100_000)}}`,
      faults: ["json.invalid "]
    },
    { label: "a line without kind", line: {}, faults: ["required kind"] },
    { label: "an unknown kind", line: { kind: "user" }, faults: ["enum.invalid kind"] },
    { label: "a network without members", line: { kind: "network" }, faults: ["required uid", "required title"] },
    {
      label: "a network with everything wrong",
      line: { kind: "network", uid: "5", title: 7, schema: [] },
      faults: ["integer.invalid uid", "type.invalid title", "type.invalid schema"]
    },
    { label: "a location set without members", line: { kind: "locationSet" }, faults: ["required uid", "required title"] },
    { label: "an agenda without members", line: { kind: "agenda" }, faults: ["required uid", "required title"] },
    {
      label: "an agenda with everything wrong",
      line: { kind: "agenda", uid: -1, title: 1, slug: 2, official: "yes", private: 0, settings: [], schema: "s" },
      faults: [
        "integer.invalid uid",
        "type.invalid slug",
        "type.invalid official",
        "type.invalid private",
        "type.invalid settings",
        "type.invalid schema",
        "type.invalid title"
      ]
    },
    { label: "a location without agenda", line: { kind: "location", uid: 1.5 }, faults: ["integer.invalid uid", "required agendaUid"] },
    { label: "an event without members", line: { kind: "event" }, faults: ["required agendaUid", "required data", "required extId"] },
    {
      label: "an event with everything wrong",
      line: {
        ...event,
        agendaUid: "1",
        extId: { key: 2 },
        uid: "7",
        createdAt: "yesterday",
        updatedAt: "2024-01-01T00:00:00",
        extIds: {},
        data: 3
      },
      faults: [
        "integer.invalid agendaUid",
        "type.invalid data",
        "type.invalid extId.key",
        "required extId.value",
        "integer.invalid uid",
        "date.invalid createdAt",
        "offset.required updatedAt",
        "type.invalid extIds"
      ]
    }
  ])("refuses $label", ({ faults, line }) => {
    expect(faultsOf(line)).toEqual(faults)
  })

  it("the body of an event line gets the line's state and external identifiers", () => {
    const line = { ...event, uid: 7, slug: "concert", state: 1, createdAt: "2024-01-01T00:00:00.250Z", extIds: [{ key: "a", value: "b" }] }
    expect(readLine(JSON.stringify(line))).toEqual({
      issues: [],
      line: {
        kind: "event",
        agendaUid: 1,
        restoration: { uid: 7, slug: "concert", createdAt: 1_704_067_200_250, extId: { key: "k", value: "v" } },
        body: { state: 1, extIds: [{ key: "a", value: "b" }], title: "Concert" }
      }
    })
  })

  it("an event line may have a uid without extId", () => {
    const { extId: _extId, ...unnamed } = event
    expect(faultsOf({ ...unnamed, uid: 3 })).toEqual([])
  })

  it("the other members of a location line are its body", () => {
    expect(readLine(JSON.stringify({ kind: "location", uid: 2, agendaUid: 1, name: "Hall" }))).toEqual({
      issues: [],
      line: { kind: "location", uid: 2, agendaUid: 1, position: {}, body: { name: "Hall" } }
    })
  })
})
