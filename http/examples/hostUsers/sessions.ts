import type { Engine } from "@agenda-engine/core/Engine"
import { hostUsers } from "@agenda-engine/http/identity/IdentityProvider"
import * as WebHandler from "@agenda-engine/http/WebHandler"
import * as Layer from "effect/Layer"

/** What a host knows about the sender of a request: null without a session. */
export interface Sessions {
  readonly find: (headers: Headers) => Promise<
    {
      readonly user: { readonly id: string; readonly name: string; readonly email: string; readonly isStaff: boolean }
      /** In milliseconds since 1970. */
      readonly expiresAt: number
    } | null
  >
}

/** The handler for a host whose users sign in with its own sessions. */
export const handlerFor = (engine: Layer.Layer<Engine>, sessions: Sessions) => {
  const users = hostUsers({
    auth: async (request) => {
      const session = await sessions.find(request.headers)
      return session === null ? null : {
        userId: session.user.id,
        name: session.user.name,
        email: session.user.email,
        emailVerified: true,
        roles: session.user.isStaff ? { "*": "administrator" } : {},
        expiresAt: session.expiresAt
      }
    }
  })
  return WebHandler.make(Layer.provideMerge(engine, users), { publicUrl: "https://host.example" })
}
