import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { KeyKind, Operation } from "../domain/access/Credential.js"
import { Invalid, NotFound, type StoreError } from "../domain/error/EngineError.js"
import { type Issue, issue } from "../domain/error/Issue.js"
import { AgendaStore } from "../ports/AgendaStore.js"
import { CredentialStore } from "../ports/CredentialStore.js"
import { Secrets } from "../ports/Secrets.js"
import { Transaction } from "../ports/Transaction.js"
import { UserStore } from "../ports/UserStore.js"
import type { KeyRecord } from "../record/CredentialRecord.js"
import { atomically } from "./transaction/atomically.js"
import { scanAll } from "./transaction/scanAll.js"

/** Draft of a new key. */
export interface KeyDraft {
  readonly kind: KeyKind
  /** The user whose rights it has: required for a secret key, refused for an agenda key. */
  readonly ownerUid: number | null
  /** Agendas that it is restricted to; null when there is no restriction. An agenda key has exactly one. */
  readonly agendaUids: ReadonlyArray<number> | null
  /** Operations that it is restricted to; null when there is no restriction. */
  readonly operations: ReadonlyArray<Operation> | null
  /** Epoch milliseconds; null when it never expires. */
  readonly expiresAt: number | null
}

/** A key with its last use. */
export interface ListedKey extends KeyRecord {
  /**
   * Last use of the key or of a token bought with it, in epoch milliseconds, to the minute; null when it was never
   * used.
   */
  readonly lastUsedAt: number | null
}

/** Creates, lists and revokes keys. For operators and embedders: it checks no caller. */
export class Keys extends Context.Tag("@agenda-engine/core/services/Keys")<Keys, {
  /** Creates a key. Only this result contains the key itself; the store has its digest. */
  readonly create: (draft: KeyDraft) => Effect.Effect<{ readonly id: string; readonly key: string }, Invalid | NotFound | StoreError>
  /** All keys, without the secret text. */
  readonly list: Effect.Effect<ReadonlyArray<ListedKey>, StoreError>
  /** Revokes a key and every token bought with it. No-op for a revoked key. */
  readonly revoke: (id: string) => Effect.Effect<void, NotFound | StoreError>
}>() {
  /** Layer of Keys over the stores. */
  static readonly layer: Layer.Layer<Keys, never, AgendaStore | CredentialStore | Secrets | Transaction | UserStore> = Layer.effect(
    Keys,
    Effect.suspend(() => make)
  )
}

const id_chars = 12

const issuesOf = (draft: KeyDraft): ReadonlyArray<Issue> => {
  if (draft.kind === "secret" && draft.ownerUid === null) {
    return [issue("required", "owner", { message: "a secret key has an owner" })]
  }
  if (draft.kind !== "agenda") return []
  const owned = draft.ownerUid === null ? [] : [issue("parameter.invalid", "owner", { message: "an agenda key has no owner" })]
  const named = draft.agendaUids?.length === 1 ? [] : [issue("required", "agenda", { message: "an agenda key names exactly one agenda" })]
  return [...owned, ...named]
}

const make = Effect.gen(function*() {
  const agendas = yield* AgendaStore
  const credentials = yield* CredentialStore
  const secrets = yield* Secrets
  const transaction = yield* Transaction
  const users = yield* UserStore

  const scan = Effect.fnUntraced(function*(after: string, limit: number) {
    const keys = yield* credentials.scan(after, limit)
    const uses = new Map((yield* credentials.findUses(keys.map(({ id }) => id))).map(({ keyId, usedAt }) => [keyId, usedAt]))
    return keys.map((key): ListedKey => ({ ...key, lastUsedAt: uses.get(key.id) ?? null }))
  })

  return Keys.of({
    create: Effect.fn("Keys.create")(function*(draft) {
      const issues = issuesOf(draft)
      if (issues.length > 0) return yield* new Invalid({ subject: "data", issues })
      const key = yield* secrets.make
      const id = (yield* secrets.make).slice(0, id_chars)
      const digest = yield* secrets.digest(key)
      const createdAt = yield* Clock.currentTimeMillis
      yield* atomically(Effect.gen(function*() {
        // Locked, so that a concurrent removal cannot leave a key of a removed agenda or user behind.
        for (const uid of [...new Set(draft.agendaUids)].sort((left, right) => left - right)) {
          if ((yield* agendas.lock(uid)) === null) return yield* new NotFound({ what: "agenda" })
        }
        if (draft.ownerUid !== null && (yield* users.lock(draft.ownerUid, "exclusive")) === null) {
          return yield* new NotFound({ what: "user" })
        }
        yield* credentials.put({ id, digest, createdAt, revokedAt: null, ...draft })
      }))
      return { id, key }
    }, Effect.provideService(Transaction, transaction)),

    list: scanAll(scan, (key) => key.id, ""),

    revoke: Effect.fn("Keys.revoke")(function*(id) {
      yield* atomically(Effect.gen(function*() {
        const key = yield* credentials.find(id)
        if (key === null) return yield* new NotFound({ what: "key" })
        const revokedAt = yield* Clock.currentTimeMillis
        if (key.revokedAt === null) yield* credentials.put({ ...key, revokedAt })
      }))
    }, Effect.provideService(Transaction, transaction))
  })
})
