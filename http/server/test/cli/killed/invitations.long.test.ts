import { describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { isNight } from "../../../../../core/test/repository/ofFull.js"
import { databaseKinds, useDatabases } from "../commands/useDatabases.js"
import { expectInvited } from "./expectInvited.js"
import { inviteUnderFire } from "./InvitationRound.js"

const { freshDatabase } = useDatabases()

describe.each(databaseKinds)("servers killed repeatedly while they invite on %s", (kind) => {
  it.live("create one invitation and one Message-ID per address, and lose none", () =>
    Effect.gen(function*() {
      const database = yield* Effect.promise(() => freshDatabase(kind))
      expectInvited(yield* inviteUnderFire(database, isNight ? 500 : 150, isNight ? 16 : 3, kind))
    }), 900_000)
})
