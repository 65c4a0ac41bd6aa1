import * as Effect from "effect/Effect"
import * as Ref from "effect/Ref"
import { ConformanceFailure } from "../ConformanceFailure.js"
import { at, type Send } from "./answer/Answer.js"
import { type Choice, chosenCases, httpCases } from "./httpCases.js"
import { type CaseFailure, Missing, type SendFailure } from "./run/CaseFailure.js"
import { httpSender, rawHead, trackCreated } from "./run/httpSender.js"
import type { Credential, HttpTarget, Sample, Writing } from "./run/HttpTarget.js"
import { prepareWriting } from "./run/prepareWriting.js"
import type { Variables } from "./run/printExchange.js"
import { type HttpReport, type HttpRun, runHttp } from "./run/runHttp.js"
import { serverAddress } from "./run/serverAddress.js"
import type { SampleAccess } from "./spec/data/specAgendas.js"
import { itemsOf } from "./spec/SpecCase.js"

const pageSize = 100
const pages_max = 6

/**
 * Reads the first 600 events of an agenda, or those of a scope, in the detailed form. It pages by offset, because cases
 * check the cursors.
 */
const readSample = (
  send: Send<SendFailure>,
  key: Credential,
  agenda: number,
  scope: string
): Effect.Effect<Sample, ConformanceFailure | SendFailure> =>
  Effect.gen(function*() {
    const events: Array<unknown> = []
    for (let index = 0; index < pages_max; index++) {
      const path = `/v2/agendas/${agenda}/events?detailed=1&sort=timings.asc&size=${pageSize}&from=${index * pageSize}${
        scope === "" ? "" : `&${scope}`
      }`
      const answer = yield* send(path, { headers: key })
      const total = Number(at(answer.body, "total"))
      if (answer.status !== 200) {
        return yield* new ConformanceFailure({
          what: `GET ${path}`,
          expected: "status 200",
          actual: `${answer.status} ${answer.text.slice(0, 300)}`
        })
      }
      const found = itemsOf(answer.body, "events")
      events.push(...found)
      if (found.length < pageSize) return { events, total }
    }
    return { events, total: events.length }
  })

const tried_max = 10

/** Chooses the agenda to read among the first that the search returns: the one with the most events. Null: none. */
const chooseAgenda = (send: Send<SendFailure>, key: Credential): Effect.Effect<number | null, SendFailure> =>
  Effect.gen(function*() {
    const { body } = yield* send(`/v2/agendas?sort=recentlyAddedEvents.desc&size=${tried_max}&includeFields[]=uid`, { headers: key })
    const counted = yield* Effect.forEach(itemsOf(body, "agendas"), (agenda) => {
      const uid = Number(at(agenda, "uid"))
      return Effect.map(
        send(`/v2/agendas/${uid}/events?size=0`, { headers: key }),
        ({ body }) => ({ uid, total: Number(at(body, "total")) })
      )
    })
    return counted.toSorted((one, other) => other.total - one.total)[0]?.uid ?? null
  })

/** What a run against a server is given. */
export interface ServerUnderTest extends Choice, HttpRun {
  /** Base of `/v2`: an `http:` or `https:` URL. A user in it is sent with the scheme Basic. */
  readonly url: string
  /** A public key without owner. */
  readonly key: string
  /**
   * The agenda that is read; null: what the run writes is read. Without `write`, null is the agenda with the most
   * events of the first that the search returns.
   */
  readonly agenda: number | null
  /** What is written, and as whom; null: only GET and HEAD are sent. */
  readonly write: {
    /** The agenda that is written to. What the run created in it is removed at the end. */
    readonly agenda: number
    /** A secret key of an administrator or moderator of the agenda. */
    readonly secret: string
    /** A secret key of a contributor of the agenda; null: cases that need one are not run. */
    readonly contributorSecret: string | null
    /** The agendas of the sample data, of which `agenda` is the main one; null: cases that need them are not run. */
    readonly sample?: typeof SampleAccess.Type | null
  } | null
  /** How many requests are sent at once. Default: 2. */
  readonly concurrency?: number
  /** Pause after each request, milliseconds. Default: 0. */
  readonly delay_ms?: number
  /** How many requests are sent at most. Default: 3 000. */
  readonly requests_max?: number
}

/** The names that reports give to the credentials of a run: those given and, of `writing`, those that it got. */
export const variablesOf = ({ key, url, write }: ServerUnderTest, writing: Writing | null): Variables => [
  [key, "KEY"],
  [write?.secret ?? "", "SECRET"],
  [write?.contributorSecret ?? "", "CONTRIBUTOR_SECRET"],
  [writing?.token["access-token"] ?? "", "TOKEN"],
  [writing?.contributor?.["access-token"] ?? "", "CONTRIBUTOR_TOKEN"],
  ...Object.entries(write?.sample?.secrets ?? {}).map(([name, secret]) => [secret, `${name.toUpperCase()}_SECRET`] as const),
  ...Object.entries(write?.sample?.agendaKeys ?? {}).map(([name, key]) => [key, `${name.toUpperCase()}_AGENDA_KEY`] as const),
  ...Object.entries(writing?.tokens ?? {}).map(([name, token]) => [token["access-token"] ?? "", `${name.toUpperCase()}_TOKEN`] as const),
  ...serverAddress(url).passwords.map((password) => [password, "PASSWORD"] as const)
]

/**
 * Holds a server to the specification: runs the cases and reports, with the number of requests that were sent. Fails
 * when the run cannot begin: no agenda to read, or no token.
 */
export const checkServer = (server: ServerUnderTest): Effect.Effect<HttpReport & { readonly requests: number }, CaseFailure> =>
  Effect.scoped(Effect.gen(function*() {
    const { concurrency = 2, delay_ms = 0, replay, requests_max = 3_000, url, write } = server
    const { send: sendOne, sendLast, sent, exchanges } = yield* httpSender({
      url,
      concurrency,
      delay_ms,
      requests_max,
      writes: write !== null
    })
    const { removeAll, send } = yield* trackCreated(sendOne)
    const key = { key: server.key }
    const agenda = server.agenda ?? write?.agenda ?? (yield* chooseAgenda(send, key))
    if (agenda === null) return yield* new Missing({ needs: "a key that finds an agenda, or --agenda" })
    const writing = write === null ? null : yield* prepareWriting(send, { ...write, key })
    if (writing !== null) yield* Effect.addFinalizer(() => removeAll(sendLast, writing.tokenFor))
    const address = serverAddress(url)
    const scope = writing === null || server.agenda !== null ? Effect.succeed("") : Effect.match(writing.data, {
      onFailure: () => "",
      onSuccess: ({ events }) => [...events.values()].map((uid) => `uid[]=${uid}`).join("&")
    })
    const target: HttpTarget = {
      send,
      rawHead: (path) => rawHead(`${address.url}${path}`, { ...address.headers, ...key }),
      key,
      agenda,
      scope,
      sample: yield* Effect.cached(Effect.flatMap(scope, (uids) => readSample(send, key, agenda, uids))),
      writing
    }
    const cases = replay === undefined ? chosenCases(server) : httpCases.filter(({ id }) => id === replay)
    const report = yield* runHttp(address.url, target, cases, exchanges, variablesOf(server, writing), server)
    return { ...report, requests: yield* Ref.get(sent) }
  }))
