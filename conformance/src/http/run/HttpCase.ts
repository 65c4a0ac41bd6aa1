import type * as Effect from "effect/Effect"
import type { CaseFailure } from "./CaseFailure.js"
import type { HttpTarget } from "./HttpTarget.js"

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
  readonly run: (target: HttpTarget) => Effect.Effect<void, CaseFailure>
}

/** Makes the cases of a profile and a subject: the rest of the id, the clause, the title and the check. */
export const casesOf = (
  profile: Profile,
  subject: string,
  rows: ReadonlyArray<readonly [demand: string, clause: string, title: string, run: HttpCase["run"]]>
): ReadonlyArray<HttpCase> =>
  rows.map(([demand, clause, title, run]) => ({ id: `${profile}.${subject}.${demand}`, profile, clause, title, run }))
