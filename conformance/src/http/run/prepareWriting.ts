import * as Clock from "effect/Clock"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import { ConformanceFailure } from "../../ConformanceFailure.js"
import type { Answer, Send } from "../answer/Answer.js"
import { at } from "../answer/at.js"
import { instantOf } from "../check/instants.js"
import { Missing } from "../Missing.js"
import { specNow } from "../spec/data/specAgendas.js"
import { specEvents } from "../spec/data/specEvents.js"
import { specPlaces } from "../spec/data/specPlaces.js"
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

const everyState = "state[]=2&state[]=1&state[]=0&state[]=-1"

/** Slots moved by so many milliseconds. */
const moved = (timings: unknown, by_ms: number): unknown =>
  (Array.isArray(timings) ? timings : []).map((slot: unknown) => {
    const shift = (edge: string) => DateTime.formatIso(DateTime.unsafeMake(instantOf(at(slot, edge)) + by_ms))
    return { begin: shift("begin"), end: shift("end") }
  })

/** Writes the sample data to the agenda, its slots moved so that its instant is now. */
const fill = (send: Send<SendFailure>, { agenda, contributorSecret, key, secret }: WriteAccess, token: Credential) =>
  Effect.gen(function*() {
    const write = (path: string, method: string, body?: unknown): Effect.Effect<Answer, ConformanceFailure | Missing | SendFailure> =>
      Effect.flatMap(
        send(`/v2/agendas/${agenda}${path}`, { method, headers: token, ...(body === undefined ? {} : { body }) }),
        (answer): Effect.Effect<Answer, ConformanceFailure | Missing> => {
          if (answer.status === 200) return Effect.succeed(answer)
          const taken = itemsOf(answer.body, "errors").some((error) => at(error, "code") === "duplicate" && at(error, "field") === "slug")
          if (taken) return new Missing({ needs: "a server where no event has the slugs of the sample data" })
          const actual = `status ${answer.status} with ${answer.text.slice(0, 300)}`
          return new ConformanceFailure({ what: `${method} ${path}, the sample data`, expected: "status 200", actual })
        }
      )
    const places = new Map<string, number>()
    for (const [name, place] of Object.entries(specPlaces)) {
      if (place.agenda !== "main") continue
      places.set(name, Number(at((yield* write("/locations", "POST", place.body)).body, "location", "uid")))
    }
    const events = new Map<string, number>()
    const now = Math.floor((yield* Clock.currentTimeMillis) / 1_000) * 1_000
    for (const [slug, event] of Object.entries(specEvents)) {
      if (event.agenda !== "main") continue
      const where = event.place === null
        ? { attendanceMode: 2, onlineAccessLink: "https://example.org/live" }
        : { locationUid: places.get(event.place) }
      const body = { ...where, slug, ...event.fields, timings: moved(event.fields["timings"], now - specNow) }
      events.set(slug, Number(at((yield* write(`/events/ext/spec/${slug}`, "PUT", body)).body, "event", "uid")))
    }
    yield* write("/events/ext/spec/english", "PATCH", { conditions: { en: "Free entry" } })
    yield* write("/events/ext/spec/gone", "DELETE")
    yield* write("/events/ext/spec/withdrawn", "PATCH", { state: 0 })
    yield* write("/events/ext/spec/never", "DELETE")
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
      send,
      headersOf: (name) => credentials[name] ?? null,
      agendas: new Map([["main", agenda]]),
      events,
      places
    }
    return data
  })

/** How many events, in every state, and locations an agenda has. */
const contentOf = (send: Send<SendFailure>, agenda: number, token: Credential) =>
  Effect.gen(function*() {
    const events = yield* send(`/v2/agendas/${agenda}/events?${everyState}&size=300&includeFields[]=uid`, { headers: token })
    const locations = yield* send(`/v2/agendas/${agenda}/locations?size=300`, { headers: token })
    return { events, locations }
  })

/** Removes every event and location of the agenda, which the run was given for itself. */
const clear = (send: Send<SendFailure>, agenda: number, token: Credential) =>
  Effect.gen(function*() {
    const { events, locations } = yield* contentOf(send, agenda, token)
    for (
      const [kind, items] of [["events", itemsOf(events.body, "events")], ["locations", itemsOf(locations.body, "locations")]] as const
    ) {
      for (const item of items) {
        yield* send(`/v2/agendas/${agenda}/${kind}/${String(at(item, "uid"))}`, { method: "DELETE", headers: token })
      }
    }
  })

/**
 * Gets a run ready to write: buys tokens, and refuses an agenda that holds anything. When the scope closes, everything
 * in the agenda is removed. Fails with `Missing` when the agenda is not empty.
 */
export const prepareWriting = (send: Send<SendFailure>, access: WriteAccess) =>
  Effect.gen(function*() {
    const token = yield* tokenOf(send, access.secret)
    const contributor = access.contributorSecret === null ? null : yield* tokenOf(send, access.contributorSecret)
    const { events, locations } = yield* contentOf(send, access.agenda, token)
    if (at(events.body, "total") !== 0 || at(locations.body, "total") !== 0) {
      return yield* new Missing({ needs: `an agenda without events and locations that the secret may write to, unlike ${access.agenda}` })
    }
    const removed = yield* send(`/v2/agendas/${access.agenda}/events?removed=1&size=0`, { headers: token })
    yield* Effect.addFinalizer(() => Effect.ignore(clear(send, access.agenda, token)))
    const lacks = new Map([
      ["clock", "a server whose clock stands at the instant of the sample data"],
      ["fields", "the additional fields of the sample data"],
      ["agendas", "the other agendas, members and network of the sample data"],
      ...(at(removed.body, "total") === 0 ? [] : [["fresh", "an agenda from which no event was ever removed"] as const])
    ])
    const data = yield* Effect.cached(fill(send, access, token))
    return { agenda: access.agenda, token, contributor, data, lacks } satisfies Writing
  })
