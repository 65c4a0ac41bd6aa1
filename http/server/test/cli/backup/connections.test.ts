import { expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { connectionOf } from "../../../src/cli/engine/backup/postgresBackup.js"
import { databaseOf } from "../../../src/cli/engine/Database.js"

const socket = "?host=/run/postgresql"

it.effect.each(
  [
    ["postgres://ada:canary@db:5433/agenda", "postgres://ada@db:5433/agenda", "canary"],
    [`postgres://agenda@/agenda${socket}`, `postgres://agenda@/agenda${socket}`, undefined],
    [`postgres://ada:canary@/agenda${socket}`, `postgres://ada@/agenda${socket}`, "canary"],
    ["postgres:///agenda", "postgres:///agenda", undefined],
    ["postgres://ada:50%-canary@db/agenda", "postgres://ada@db/agenda", "50%-canary"],
    ["postgres://ada:c%40n@db/agenda?sslmode=require", "postgres://ada@db/agenda?sslmode=require", "c@n"],
    ["postgres://ada@db/agenda?password=canary&sslmode=require", "postgres://ada@db/agenda?sslmode=require", "canary"],
    ["postgres://ada:other@db/agenda?pass%77ord=can%2Bary", "postgres://ada@db/agenda", "can+ary"]
  ] as const
)("programs of Postgres take %s without its password", ([url, address, password]) =>
  Effect.gen(function*() {
    const connection = yield* connectionOf(Redacted.make(url))
    expect(connection).toEqual({ address, env: password === undefined ? {} : { PGPASSWORD: password } })
    expect((yield* databaseOf(url)).backup?.kind).toBe("postgres")
  }))

it.effect("a password that is no UTF-8 is a failure, which does not show it", () =>
  Effect.gen(function*() {
    const { _tag, message } = yield* Effect.flip(connectionOf(Redacted.make("postgres://ada:canary%ff@db/agenda")))
    expect({ _tag, shows: message.includes("canary") }).toEqual({ _tag: "Failure", shows: false })
  }))

it.effect.each([
  "postgres://ada:canary@db/agenda",
  "postgres://ada@db/agenda?password=canary",
  "postgres://ada:1234/canary@db/agenda",
  "postgres://ada:1234?canary@db/agenda",
  "postgres://ada:1234#canary@db/agenda",
  "postgres://ada:canary@/agenda?host=/run/postgresql"
])("the place of %s has no credentials", (url) =>
  Effect.gen(function*() {
    const place = yield* Effect.flatMap(databaseOf(url), (database) => database.place)
    expect(place).not.toMatch(/canary|1234|ada/)
  }))
