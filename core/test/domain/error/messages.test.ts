import { describe, expect, it } from "vitest"
import { causeMessage } from "../../../src/domain/error/causeMessage.js"
import { Invalid, StoreError } from "../../../src/domain/error/EngineError.js"
import { issue } from "../../../src/domain/error/Issue.js"

const issues = ["title", "description", "timings", "age.min", "image"].map((field) => issue("required", field))

describe("the message of an invalid request", () => {
  it("names the first issues and how many more there are", () => {
    expect(new Invalid({ subject: "data", issues }).message).toBe(
      "data is invalid: title: a value is required; description: a value is required; timings: a value is required; and 2 more"
    )
    expect(new Invalid({ subject: "parameters", issues: [issue("cursor.invalid", "")] }).message).toBe(
      `parameters are invalid: ${issue("cursor.invalid", "").message}`
    )
    expect(new Invalid({ subject: "data", issues: [] }).message).toBe("data is invalid")
  })
})

describe("the message of a failed store", () => {
  const messageOf = (cause: unknown) => new StoreError({ reason: "Unavailable", operation: "EventStore.find", cause }).message

  it("contains the reason, the operation and the cause", () => {
    const begin = "the store failed (Unavailable) in EventStore.find"
    expect(messageOf(new Error("connect ECONNREFUSED 127.0.0.1:5432"))).toBe(`${begin}: connect ECONNREFUSED 127.0.0.1:5432`)
    expect(messageOf(new AggregateError([new Error("connect ECONNREFUSED ::1:5432"), new Error("second")]))).toBe(
      `${begin}: connect ECONNREFUSED ::1:5432`
    )
    expect(messageOf(new Error("", { cause: new Error("disk I/O error") }))).toBe(`${begin}: disk I/O error`)
    expect(messageOf("a Pool is expected")).toBe(`${begin}: a Pool is expected`)
    for (const silent of [undefined, null, 5, {}, new Error("")]) expect(messageOf(silent)).toBe(begin)
  })

  it("contains no password of a URL", () => {
    expect(causeMessage(new Error("no route to postgres://user:word@db:5432/agenda or http://u@h"))).toBe(
      "no route to postgres://db:5432/agenda or http://h"
    )
  })
})
