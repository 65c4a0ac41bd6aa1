import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Struct from "effect/Struct"
import { ConformanceFailure } from "../../ConformanceFailure.js"
import { at, instantOf, type Send } from "../answer/Answer.js"
import { freshText } from "../check/checks.js"
import { type AgendaName, type SampleAccess, specNow } from "../spec/data/specAgendas.js"
import { specNetwork, specSchema } from "../spec/data/specFields.js"
import { changeEvents, type SpecTarget, writeEvents, writePlaces } from "../spec/data/writeSpec.js"
import { itemsOf } from "../spec/SpecCase.js"
import type { CredentialName, SpecData } from "../spec/SpecData.js"
import type { SendFailure } from "./CaseFailure.js"
import type { Credential, Writing } from "./HttpTarget.js"

/** What a run that writes was given. */
export interface WriteAccess {
  readonly agenda: number
  readonly key: Credential
  /** A secret key of an administrator or moderator of the agenda. */
  readonly secret: string
  /** A secret key of a contributor of the agenda; null: none. */
  readonly contributorSecret: string | null
  /** The other agendas of the sample data, and the keys of their members; null: none. */
  readonly sample?: typeof SampleAccess.Type | null
}

/** The credentials of the sample data by name; what is left out, the run has not. */
type Credentials = { readonly [Name in CredentialName]?: Credential }

const credentialsOf = ({ contributorSecret, key, sample = null, secret }: WriteAccess, { token, tokens }: Bought): Credentials => ({
  none: {},
  ownerless: key,
  moderatorKey: { key: secret },
  moderatorSecret: { key: secret },
  moderatorToken: token,
  ...(contributorSecret === null ? {} : { contributorKey: { key: contributorSecret } }),
  ...(sample === null ? {} : {
    agendaKey: { key: sample.agendaKeys.main },
    otherAgendaKey: { key: sample.agendaKeys.other },
    strangerKey: { key: sample.secrets.stranger },
    contributorKey: { key: sample.secrets.contributor },
    moderatorKey: { key: sample.secrets.moderator },
    moderatorSecret: { key: sample.secrets.moderator },
    administratorKey: { key: sample.secrets.administrator }
  }),
  ...(tokens["moderator"] === undefined ? {} : { moderatorToken: tokens["moderator"] }),
  ...(tokens["administrator"] === undefined ? {} : { administratorToken: tokens["administrator"] })
})

/** The tokens of a run. */
type Bought = Pick<Writing, "token" | "tokenFor" | "tokens">

const tokenOf = (send: Send<SendFailure>, code: string): Effect.Effect<Credential, ConformanceFailure | SendFailure> =>
  Effect.flatMap(send("/v2/requestAccessToken", { method: "POST", body: { code } }), ({ body, status }) => {
    const token = at(body, "access_token")
    return status === 200 && typeof token === "string"
      ? Effect.succeed({ "access-token": token })
      : new ConformanceFailure({ what: "POST /v2/requestAccessToken", expected: "an access token", actual: `status ${status}` })
  })

/** Writes the sample data to the agenda, its slots moved so that its instant is now, by the clock of the server. */
const fill = (send: Send<SendFailure>, access: WriteAccess, bought: Bought) =>
  Effect.gen(function*() {
    const tag = `-${yield* freshText}`
    const { agenda, sample = null } = access
    const { token, tokenFor } = bought
    const agendas: ReadonlyArray<readonly [AgendaName, number]> = Struct.entries(sample?.agendas ?? { main: agenda })
    const uids = new Map(agendas)
    const read = yield* Effect.forEach(agendas, ([name, uid]) =>
      Effect.map(send(`/v2/agendas/${uid}`, { headers: tokenFor(uid) }), ({ body }) => [name, body] as const))
    const network = at(read[0]?.[1], "networkUid")
    const writing: SpecTarget<ConformanceFailure | SendFailure> = {
      tag,
      agendas: [...uids.keys()],
      moved_ms: 0,
      write: (name, path, method, body) => {
        const uid = uids.get(name) ?? agenda
        return Effect.flatMap(
          send(`/v2/agendas/${uid}${path}`, { method, headers: tokenFor(uid), ...(body === undefined ? {} : { body }) }),
          ({ body, status, text }) =>
            status === 200
              ? Effect.succeed(body)
              : new ConformanceFailure({
                what: `${method} ${path}, the sample data`,
                expected: "status 200",
                actual: `status ${status} with ${text.slice(0, 300)}`
              })
        )
      }
    }
    const places = yield* writePlaces(writing)
    const last = yield* send(`/v2/agendas/${agenda}/locations/${places.get("west")}`, { headers: token })
    const created = instantOf(at(last.body, "location", "createdAt"))
    const now = Number.isFinite(created) ? created : yield* Clock.currentTimeMillis
    const target = { ...writing, moved_ms: Math.floor(now / 1_000) * 1_000 - specNow }
    const events = yield* writeEvents(target, places)
    yield* changeEvents(target)
    const credentials = credentialsOf(access, bought)
    const data: SpecData<SendFailure> = {
      tag,
      moved_ms: target.moved_ms,
      send,
      headersOf: (name) =>
        credentials[name] ?? null,
      agendas: uids,
      slugs: new Map(read.map(([name, body]) => [name, String(at(body, "slug"))])),
      networkUid: typeof network === "number" ? network : null,
      events,
      places
    }
    return data
  })

/** Gets a run ready to write: buys tokens. The sample data is written when it is first needed. */
export const prepareWriting = (send: Send<SendFailure>, access: WriteAccess) =>
  Effect.gen(function*() {
    const buy = (secret: string) => tokenOf(send, secret)
    const token = yield* buy(access.secret)
    const contributor = access.contributorSecret === null ? null : yield* buy(access.contributorSecret)
    const { body } = yield* send(`/v2/agendas/${access.agenda}`, { headers: token })
    const codes = itemsOf(at(body, "schema"), "fields").map((field) => at(field, "field"))
    const hasFields = [...specSchema.fields, ...specNetwork.schema.fields].every(({ field }) => codes.includes(field))
    const { sample = null } = access
    const tokens: Writing["tokens"] = sample === null ? {} : yield* Effect.all(Struct.evolve(
      Struct.pick(sample.secrets, "administrator", "moderator", "stranger"),
      { administrator: buy, moderator: buy, stranger: buy }
    ))
    const others = new Map(
      sample === null ? [] : [
        [sample.agendas.other, tokens["stranger"]],
        [sample.agendas.private, tokens["administrator"]],
        [sample.agendas.unindexed, tokens["administrator"]]
      ]
    )
    const bought = { token, tokens, tokenFor: (agenda: number) => others.get(agenda) ?? token }
    const data = yield* Effect.cached(fill(send, access, bought))
    const { agenda, secret } = access
    return { ...bought, agenda, secret, contributor, data, hasFields, hasAgendas: sample !== null } satisfies Writing
  })
