import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { ConformanceFailure } from "../../ConformanceFailure.js"
import type { Send } from "../answer/Answer.js"
import { at } from "../answer/at.js"
import { freshText } from "../check/fresh.js"
import { instantOf } from "../check/instants.js"
import { specNow } from "../spec/data/specAgendas.js"
import { specNetwork, specSchema } from "../spec/data/specFields.js"
import { changeEvents, type SpecTarget, writeEvents, writePlaces } from "../spec/data/writeSpec.js"
import { itemsOf } from "../spec/SpecCase.js"
import type { CredentialName, SpecData } from "../spec/SpecData.js"
import type { Credential, Writing } from "./HttpTarget.js"
import type { SendFailure } from "./SendFailure.js"

/** What a run that writes was given. */
export interface WriteAccess {
  readonly agenda: number
  readonly key: Credential
  /** A secret key of an administrator or moderator of the agenda. */
  readonly secret: string
  /** A secret key of a contributor of the agenda; null: none. */
  readonly contributorSecret: string | null
}

const tokenOf = (send: Send<SendFailure>, code: string): Effect.Effect<Credential, ConformanceFailure | SendFailure> =>
  Effect.flatMap(send("/v2/requestAccessToken", { method: "POST", body: { code } }), ({ body, status }) => {
    const token = at(body, "access_token")
    return status === 200 && typeof token === "string"
      ? Effect.succeed({ "access-token": token })
      : new ConformanceFailure({ what: "POST /v2/requestAccessToken", expected: "an access token", actual: `status ${status}` })
  })

/** Writes the sample data to the agenda, its slots moved so that its instant is now, by the clock of the server. */
const fill = (send: Send<SendFailure>, { agenda, contributorSecret, key, secret }: WriteAccess, token: Credential) =>
  Effect.gen(function*() {
    const tag = `-${yield* freshText}`
    const writing: SpecTarget<ConformanceFailure | SendFailure> = {
      tag,
      agendas: ["main"],
      moved_ms: 0,
      write: (_name, path, method, body) =>
        Effect.flatMap(
          send(`/v2/agendas/${agenda}${path}`, { method, headers: token, ...(body === undefined ? {} : { body }) }),
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
    const places = yield* writePlaces(writing)
    const last = yield* send(`/v2/agendas/${agenda}/locations/${[...places.values()].at(-1)}`, { headers: token })
    const created = instantOf(at(last.body, "location", "createdAt"))
    const now = Number.isFinite(created) ? created : yield* Clock.currentTimeMillis
    const target = { ...writing, moved_ms: Math.floor(now / 1_000) * 1_000 - specNow }
    const events = yield* writeEvents(target, places)
    yield* changeEvents(target)
    const asContributor = contributorSecret === null ? null : { key: contributorSecret }
    const credentials: { readonly [Name in CredentialName]?: Credential | null } = {
      none: {},
      ownerless: key,
      moderatorKey: { key: secret },
      moderatorSecret: { key: secret },
      moderatorToken: token,
      contributorKey: asContributor
    }
    const data: SpecData<SendFailure> = {
      tag,
      moved_ms: target.moved_ms,
      send,
      headersOf: (name) => credentials[name] ?? null,
      agendas: new Map([["main", agenda]]),
      events,
      places
    }
    return data
  })

/** Gets a run ready to write: buys tokens. The sample data is written when it is first needed. */
export const prepareWriting = (send: Send<SendFailure>, access: WriteAccess) =>
  Effect.gen(function*() {
    const token = yield* tokenOf(send, access.secret)
    const contributor = access.contributorSecret === null ? null : yield* tokenOf(send, access.contributorSecret)
    const { body } = yield* send(`/v2/agendas/${access.agenda}`, { headers: token })
    const codes = itemsOf(at(body, "schema"), "fields").map((field) => at(field, "field"))
    const hasFields = [...specSchema.fields, ...specNetwork.schema.fields].every(({ field }) => codes.includes(field))
    const data = yield* Effect.cached(fill(send, access, token))
    return { agenda: access.agenda, secret: access.secret, token, contributor, data, hasFields } satisfies Writing
  })
