import * as Effect from "effect/Effect"
import { type Caller, operator } from "../../domain/access/Credential.js"
import type { StoreError } from "../../domain/error/EngineError.js"
import { HostMemberships } from "../../ports/HostMemberships.js"
import { UserStore } from "../../ports/UserStore.js"
import type { WebhookRecord } from "../../record/WebhookRecord.js"

/**
 * The caller with the rights of a webhook's creator, as they are now; null without account. Roles that the host grants
 * with a request are not known here, so only memberships count.
 */
export const creatorOf = ({ creatorUid }: WebhookRecord): Effect.Effect<Caller | null, StoreError, UserStore> =>
  creatorUid === null ? Effect.succeed(operator) : Effect.gen(function*() {
    const user = yield* Effect.flatMap(UserStore, (users) => users.find(creatorUid))
    if (user === null) return null
    const key = { agendaUids: null, operations: null, writes: false } as const
    return user.hostId === null
      ? { _tag: "Key", kind: "secret", keyId: "", userUid: user.uid, ...key }
      : {
        _tag: "HostUser",
        userId: user.hostId,
        userUid: user.uid,
        roles: {},
        memberships: (yield* HostMemberships) === null ? "engine" : {}
      }
  })
