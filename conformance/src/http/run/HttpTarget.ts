import type * as Effect from "effect/Effect"
import type { Send } from "../answer/Answer.js"
import type { SpecData } from "../spec/SpecData.js"
import type { CaseFailure, SendFailure } from "./CaseFailure.js"

/** Events of the agenda that is read, in the detailed form. */
export interface Sample {
  readonly events: ReadonlyArray<unknown>
  /** `total` of the list. */
  readonly total: number
}

/** Headers that carry a credential. */
export interface Credential {
  readonly [name: string]: string
}

/** What the writing cases use: an agenda that only they change. */
export interface Writing {
  readonly agenda: number
  /** The secret key of the token. */
  readonly secret: string
  /** An access token of an administrator or moderator of the agenda. */
  readonly token: Credential
  /** An access token of a contributor of the agenda; null: none was given. */
  readonly contributor: Credential | null
  /** The sample data in the agenda. Reads its events and locations when it is first used. */
  readonly data: Effect.Effect<SpecData<SendFailure>, CaseFailure>
  /** Whether the agenda has the additional fields of the sample data. */
  readonly hasFields: boolean
  /** Whether the server has the other agendas of the sample data, with their members. */
  readonly hasAgendas: boolean
  /** The tokens of users of the sample data by name; empty without its other agendas. */
  readonly tokens: { readonly [user: string]: Credential }
  /** A token that writes to an agenda. */
  readonly tokenFor: (agenda: number) => Credential
}

/** A server under test, and what the run knows of it. */
export interface HttpTarget {
  readonly send: Send<SendFailure>
  /** Sends HEAD with the read key, and answers every byte of the answer. */
  readonly rawHead: (path: string) => Effect.Effect<string, SendFailure>
  /** A key that reads what is public. */
  readonly key: Credential
  /** The agenda that is read. */
  readonly agenda: number
  /** Parameters that narrow lists of events of the agenda to the sample; empty: the sample is all of them. */
  readonly scope: Effect.Effect<string>
  /** Reads the sample once. */
  readonly sample: Effect.Effect<Sample, CaseFailure>
  /** Null: the run does not write. */
  readonly writing: Writing | null
}
