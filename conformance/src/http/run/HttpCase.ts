import * as Effect from "effect/Effect"
import type * as Scope from "effect/Scope"
import type { YieldWrap } from "effect/Utils"
import type { CaseFailure } from "./CaseFailure.js"
import type { HttpTarget } from "./HttpTarget.js"
import { reliedOnBy } from "./reliedOn.js"

/** What the cases of each profile check, and whether they write. */
export const profiles = {
  read: "Pages, views, parameters, headers, credentials and agendas, on what a run wrote or else on what the server holds.",
  sync: "Removed events and the synchronisation pattern, on the same data.",
  hostile: "Malformed, oversized and unauthorised requests; none changes data.",
  write: "Creates, changes and removes events and locations, and compares lists, facets and search of sample data.",
  ticketing: "Writes offers and availability, of the providers `billetweb` and `mapado`.",
  moderation: "States, and what callers of each role may do.",
  changes: "Writes events and reads the log of changes; creates, changes and removes webhooks."
} as const

/** A group of cases that is run or left out as a whole. */
export type Profile = keyof typeof profiles

/** How much is asked for: each case of `compatible` is one of `strict` too. */
export const levels = {
  compatible: "What the clients of the public v2 API in `docs/clients.md` rely on.",
  strict: "The whole specification."
} as const

/** How much of the specification a server is held to. */
export type Level = keyof typeof levels

/** The profiles that send only GET and HEAD. */
export const readingProfiles: ReadonlyArray<Profile> = ["read", "sync", "hostile"]

/** A requirement on a server, with the requests that check it. */
export interface HttpCase {
  /** Stable and unique: `<profile>.<subject>.<demand>`. Each has a row in `docs/http-conformance-cases.md`. */
  readonly id: string
  readonly profile: Profile
  /** Source of the requirement: a clause of the specification. */
  readonly clause: string
  /** The requirement as a sentence. */
  readonly title: string
  /** Clients of the public v2 API that rely on it, which make the case one of `compatible`; empty: it is `strict`. */
  readonly reliedOnBy: ReadonlyArray<string>
  readonly run: (target: HttpTarget) => Effect.Effect<void, CaseFailure>
}

/** The generator of a case: what it creates is removed at the end of its scope. */
export type Check = (target: HttpTarget) => Generator<YieldWrap<Effect.Effect<unknown, CaseFailure, Scope.Scope>>, void>

/** Makes the cases of a profile and a subject: the rest of the id, the clause, the title and the check. */
export const casesOf = (
  profile: Profile,
  subject: string,
  rows: ReadonlyArray<readonly [demand: string, clause: string, title: string, check: Check]>
): ReadonlyArray<HttpCase> =>
  rows.map(([demand, clause, title, check]) => {
    const id = `${profile}.${subject}.${demand}`
    const run = (target: HttpTarget) => Effect.scoped(Effect.asVoid(Effect.gen(() => check(target))))
    return { id, profile, clause, title, reliedOnBy: reliedOnBy(id), run }
  })

/** The level that a case belongs to. */
export const levelOf = ({ reliedOnBy }: HttpCase): Level => reliedOnBy.length === 0 ? "strict" : "compatible"
