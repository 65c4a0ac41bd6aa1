import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Ref from "effect/Ref"
import { CurrentInvitationSettings } from "../../domain/access/Invitation.js"
import type { StoreError } from "../../domain/error/EngineError.js"
import { InvitationStore } from "../../ports/InvitationStore.js"
import { Secrets } from "../../ports/Secrets.js"
import { Transaction } from "../../ports/Transaction.js"
import { atomically } from "../transaction/atomically.js"

/**
 * Signs and verifies the tokens of invitation links: id and signature. Tokens are not random texts with a stored
 * digest, because a mail that is sent again after a crash must have the same link.
 */
export interface InvitationLinks {
  /** The token of an invitation; deterministic. */
  readonly tokenOf: (id: string) => Effect.Effect<string, StoreError>
  /** The id in a token, or null when the signature is invalid. */
  readonly idOf: (token: string) => Effect.Effect<string | null, StoreError>
}

const signed = (id: string): string => `invitation:${id}`

/** Makes links signed with the secret of the settings, else with the store's secret. */
export const makeInvitationLinks: Effect.Effect<InvitationLinks, never, InvitationStore | Secrets | Transaction> = Effect.gen(function*() {
  const invitations = yield* InvitationStore
  const secrets = yield* Secrets
  const transaction = yield* Transaction
  const known = yield* Ref.make<string | null>(null)

  const storedSecret = Effect.flatMap(Ref.get(known), (secret) =>
    secret !== null ? Effect.succeed(secret) : secrets.make.pipe(
      Effect.flatMap((made) => atomically(invitations.secret(made))),
      Effect.tap((secret) => Ref.set(known, secret)),
      Effect.provideService(Transaction, transaction)
    ))

  const valueOf = (secret: Redacted.Redacted | "stored" | null) =>
    secret === null || secret === "stored" ? storedSecret : Effect.succeed(Redacted.value(secret))

  const current = Effect.flatMap(CurrentInvitationSettings, ({ secret }) => valueOf(secret))

  return {
    tokenOf: (id) => Effect.map(Effect.flatMap(current, (secret) => secrets.sign(secret, signed(id))), (signature) => `${id}.${signature}`),
    idOf: (token) =>
      Effect.gen(function*() {
        const [, id, signature] = /^(\w{1,64})\.([0-9a-f]{64})$/.exec(token.trim()) ?? []
        if (id === undefined || signature === undefined) return null
        const { formerSecrets = [], secret } = yield* CurrentInvitationSettings
        const isSigned = yield* Effect.exists([secret, ...formerSecrets], (one) =>
          Effect.flatMap(valueOf(one), (value) => secrets.isSigned(value, signed(id), signature)))
        return isSigned ? id : null
      })
  }
})
