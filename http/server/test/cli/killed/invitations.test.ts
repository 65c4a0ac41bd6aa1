import { expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { useDatabases } from "../commands/useDatabases.js"
import { expectInvited } from "./expectInvited.js"
import { inviteUnderFire } from "./InvitationRound.js"

const { freshDatabase } = useDatabases()

it.live("servers killed while they invite create one invitation and one Message-ID per address", () =>
  Effect.gen(function*() {
    const database = yield* Effect.promise(() => freshDatabase("SQLite"))
    const round = yield* inviteUnderFire(database, 60, 2, "short")
    expectInvited(round)
    expect(round.kills).toBe(2)
  }), 180_000)
