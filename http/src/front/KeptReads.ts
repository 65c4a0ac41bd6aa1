import type { Caller, Operation } from "@agenda-engine/core/domain/Credential"
import type { NotFound } from "@agenda-engine/core/domain/EngineError"
import { HeldBytes } from "@agenda-engine/core/domain/HeldBytes"
import type { Stretch } from "@agenda-engine/core/query/Stillness"
import type { AgendaRef } from "@agenda-engine/core/record/AgendaRecord"
import type { EventRef } from "@agenda-engine/core/record/EventRecord"
import { Access, identifiesByCredentials } from "@agenda-engine/core/services/Access"
import { Freshness, type Mark } from "@agenda-engine/core/services/Freshness"
import * as HttpApp from "@effect/platform/HttpApp"
import type * as HttpServerRequest from "@effect/platform/HttpServerRequest"
import type * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import * as Arr from "effect/Array"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Scope from "effect/Scope"
import { CurrentSettings } from "../HttpSettings.js"
import { namesTag } from "../response/entityTag.js"
import type { Failure } from "../response/respondFailure.js"
import { CurrentRequest } from "./CurrentRequest.js"
import { askedList, type Entrance } from "./Entrance.js"
import { rawOf, type RawRequest } from "./RawRequest.js"

type Request = HttpServerRequest.HttpServerRequest
type Response = HttpServerResponse.HttpServerResponse

/** An answer with which a request can be answered once more. */
export interface KeptRead {
  /** Everything that it depends on but time and what is stored. */
  readonly question: string
  readonly etag: string
  /** Null: all that is known is the tag. */
  readonly body: Uint8Array | null
  /** All headers but the name of the request. */
  readonly headers: { readonly [name: string]: string }
  /** Those of a 304, which says nothing of its body. */
  readonly bodiless: KeptRead["headers"]
  readonly mark: Pick<Mark, "caller" | "topics" | "revisions">
  readonly stretch: Stretch
}

/** What is found out to hold or not. */
type Holdable = Pick<KeptRead, "mark" | "question" | "stretch">

/** A read of an agenda. */
interface AgendaRead {
  readonly caller: Effect.Effect<Caller, Failure>
  readonly agenda: Effect.Effect<AgendaRef, NotFound>
  /** What the caller needs the right to. */
  readonly operation: Operation
  /** Of the agenda's events it shows this one alone. */
  readonly event?: Effect.Effect<EventRef, NotFound> | undefined
}

/** An answer as it is sent. */
export interface ReadyAnswer {
  readonly status: number
  readonly headers: { readonly [name: string]: string }
  readonly body: Uint8Array | null
}

/** What an answer depends on of the headers; `if-none-match` is looked at apart. */
const varying = ["host", "key", "access-token", "authorization", "accept-encoding", "origin"] as const

/** Longer requests are not remembered. */
const question_chars_max = 4_096

/** The bytes that a question takes beside those of its answer, about. */
const question_bytes = 1_024

/** What the known entrances of callers to agendas take, no more than all that is kept may. */
const doors_bytes_max = 4 * 1_024 * 1_024

/** How often a read waits for one like it that is being made. Where writes follow each other faster than reads are made, each makes its own. */
const waits_max = 2

/** How long it waits each time. */
const wait_ms_max = 5_000

/** The bytes that a door takes, about; of an entrance most are those of its agenda. */
const doorBytes = (door: string, entrance?: Entrance): number =>
  question_bytes + door.length + (entrance === undefined ? 0 : JSON.stringify(entrance.mark.standing).length)

/** Everything that an answer depends on but time and what is stored; null when it is not remembered. A header has no line break in it. */
const questionOf = ({ headers, method, url = "" }: RawRequest): string | null => {
  if (method !== "GET" || !url.includes("/agendas/")) return null
  let question = url
  for (const name of varying) question += `\n${String(headers[name] ?? "")}`
  // A calendar comes in the language that is asked for; what `/v2` answers comes in all.
  if (!url.split("?", 1).join("").includes("/v2/")) question += `\n${String(headers["accept-language"] ?? "")}`
  return question.length > question_chars_max ? null : question
}

const conditionOf = ({ headers }: RawRequest): string => String(headers["if-none-match"] ?? "")

const withoutContent = (headers: KeptRead["headers"]): KeptRead["headers"] =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !name.startsWith("content-")))

const keptOf = (question: string, response: Response, mark: Mark, stretch: Stretch): KeptRead | null => {
  const { body, headers: { "x-request-id": _id, ...headers }, status } = response
  const { etag } = headers
  if (etag === undefined || headers["cache-control"] === "no-store") return null
  const { caller, revisions, topics } = mark
  const kept = { question, etag, mark: { caller, revisions, topics }, stretch, headers, bodiless: withoutContent(headers) }
  if (status === 304) return { ...kept, body: null }
  // A copy: what a compressor gives is often a small part of a buffer, all of which would stay.
  return status === 200 && body._tag === "Uint8Array" ? { ...kept, body: new Uint8Array(body.body) } : null
}

/**
 * Remembers whole answers about agendas, so that a read that comes again is answered without being routed, planned, searched, presented and
 * compressed again. None is ever given that is not what the route would answer now: the store is asked before, at once for those that come
 * together, whether anything was changed that it depends on, by whatever process, the credential and the rights it was given for included,
 * and no answer outlives the stretch in which it does not change by time alone.
 *
 * The first time that something is answered is only noted; the second time its answer is kept. How a caller enters an agenda is remembered
 * too. What is held is bounded (`keptReads_bytes_max`), and what was not asked for longest goes first.
 *
 * Nothing is cached where the app's `Access` is not the engine's own: cache keys hold the credentials that the engine identifies callers by, and
 * a host's `Access` may identify them by a cookie, a header or anything else.
 */
export class KeptReads extends Context.Tag("@agenda-engine/http/front/KeptReads")<KeptReads, {
  /** The answer that is kept for a request and may answer it; null where there is none. Whether it still holds has to be asked. */
  readonly find: (request: RawRequest) => KeptRead | null
  /**
   * Which of these are what would be answered now; the store is asked once for all of them. The others are kept no longer. Where it cannot be
   * found out, none is. The use of their keys is noted.
   */
  readonly holding: (kept: Iterable<Holdable>) => Effect.Effect<ReadonlySet<Holdable>>
  /**
   * The entrance of one who asks for a list that was not asked for before; null where none is known. Whether it still holds has to be asked.
   * Entrances are remembered from the first time on that one is asked for.
   */
  readonly entered: (request: RawRequest) => Entrance | null
  /** Notes that a request was answered by its entrance. */
  readonly answered: (request: RawRequest) => void
  /**
   * The kept answer that is what would be answered now. When something changed, one request makes the answer again and those that ask the same
   * wait for it, so that a write does not set all its readers to work at once; each still asks whether what was made holds for it. Null: the
   * route has to answer. `made` is run when the answer is there, kept or not, and before it is sent: nobody waits for a slow client.
   */
  readonly current: (
    request: RawRequest
  ) => Effect.Effect<{ readonly kept: KeptRead | null; readonly made: Effect.Effect<void> }, never, Scope.Scope>
  /** The answer to a read; the route gives it, and it may be kept. */
  readonly keeping: <R>(
    request: Request,
    read: AgendaRead,
    route: Effect.Effect<Response, Failure, R>
  ) => Effect.Effect<Response, Failure, R>
}>() {
  /** The kept answers of this process. */
  static readonly layer: Layer.Layer<KeptReads, never, Access | Freshness> = Layer.effect(KeptReads, Effect.suspend(() => make))
}

const make = Effect.gen(function*() {
  const access = yield* Access
  const freshness = yield* Freshness
  const settings = yield* CurrentSettings
  const keptReads_bytes_max = identifiesByCredentials(access) ? settings.keptReads_bytes_max : 0
  if (keptReads_bytes_max < settings.keptReads_bytes_max) {
    yield* Effect.logInfo("responses are not cached: callers are identified by an Access that is not the engine's own")
  }
  const held = new HeldBytes<KeptRead | null>(keptReads_bytes_max)
  const doors = new HeldBytes<Entrance | null>(Math.min(doors_bytes_max, keptReads_bytes_max))

  /** Keeps the answer that goes out, unless something has turned meanwhile. */
  const learn = (question: string, mark: Mark, stretch: Stretch) =>
    HttpApp.appendPreResponseHandler((_request, response) =>
      Effect.map(Clock.currentTimeMillis, (now) => {
        const kept = now >= stretch.from && now < stretch.until ? keptOf(question, response, mark, stretch) : null
        if (kept !== null) held.set(question, kept, question_bytes + question.length + (kept.body?.length ?? 0))
        return response
      })
    )

  /** Holds no more than that this is asked again and again. */
  const note = (question: string): void => held.set(question, null, question_bytes + question.length)

  const find = (request: RawRequest): KeptRead | null => {
    const question = questionOf(request)
    const kept = question === null ? null : held.get(question) ?? null
    if (kept === null) return null
    return kept.body !== null || namesTag(conditionOf(request), kept.etag) ? kept : null
  }

  const holding = (kept: Iterable<Holdable>) =>
    Effect.gen(function*() {
      const all = [...new Set(kept)]
      const now = yield* Clock.currentTimeMillis
      const hold = yield* freshness.hold(all.map(({ mark }) => mark))
      const [past, current] = Arr.partition(
        all,
        ({ stretch }, place) => hold[place] === true && now >= stretch.from && now < stretch.until
      )
      for (const one of past) {
        if (held.get(one.question) === one) note(one.question)
        if (doors.get(one.question) === one) doors.set(one.question, null, doorBytes(one.question))
      }
      yield* Effect.forEach(current, ({ mark }) => access.note(mark.caller), { discard: true })
      return new Set(current)
    }).pipe(Effect.catchAll(() => Effect.succeed(new Set<Holdable>())))

  /** Whether entrances are asked for here: nothing opens doors where the app is all that a host uses. */
  let opening = false

  /** Doors that are being entered at this moment. */
  const entering = new Set<string>()

  /**
   * Remembers how a caller enters an agenda, where that is asked for and not known. Who calls is looked at on both sides of the mark, which does
   * not say when that was. What goes wrong here leaves the answer as it is.
   */
  const enter = (door: string, { agenda, caller, operation }: AgendaRead): Effect.Effect<void> => {
    const use = Effect.gen(function*() {
      const before = yield* caller
      const mark = yield* freshness.mark(before, yield* agenda, operation)
      const entrance = { question: door, mark, ...(yield* mark.opening) }
      if (JSON.stringify(yield* caller) === JSON.stringify(before)) doors.set(door, entrance, doorBytes(door, entrance))
    }).pipe(Effect.catchAllCause((cause) => Effect.logWarning("an entrance is not remembered", cause)))
    return Effect.suspend(() =>
      !opening || entering.has(door) || (doors.get(door) ?? null) !== null ? Effect.void : Effect.acquireUseRelease(
        Effect.sync(() => entering.add(door)),
        () => use,
        () => Effect.sync(() => entering.delete(door))
      )
    )
  }

  /** What is being made at this moment that may be kept. */
  const making = new Map<string, Deferred.Deferred<void>>()

  /** Lets those that ask the same wait until this is run, or the scope of this request closes. */
  const announce = (question: string): Effect.Effect<Effect.Effect<void>, never, Scope.Scope> =>
    Effect.gen(function*() {
      const answered = yield* Deferred.make<void>()
      making.set(question, answered)
      const made = Effect.suspend(() => {
        if (making.get(question) === answered) making.delete(question)
        return Effect.asVoid(Deferred.succeed(answered, undefined))
      })
      yield* Effect.addFinalizer(() => made)
      return made
    })

  return KeptReads.of({
    find,
    holding,

    entered: (request) => {
      if (keptReads_bytes_max === 0) return null
      opening = true
      const question = questionOf(request)
      const asked = question === null || held.has(question) ? null : askedList(request)
      return asked === null ? null : doors.get(asked.door) ?? null
    },

    answered: (request) => {
      const question = questionOf(request)
      if (question !== null) note(question)
    },

    current: Effect.fnUntraced(function*(request) {
      const question = questionOf(request)
      const alone = { kept: null, made: Effect.void }
      if (question === null) return alone
      for (let waits = 0; held.has(question); waits++) {
        const kept = find(request)
        if (kept !== null && (yield* holding([kept])).has(kept)) return { kept, made: Effect.void }
        const answered = making.get(question)
        if (answered === undefined) return { kept: null, made: yield* announce(question) }
        // What left nothing kept, such as a refusal, would keep the next ones waiting for nothing.
        if (waits === waits_max || waits > 0 && kept === null) return alone
        // A request is not interrupted before its route, and would wait for its client in vain.
        yield* Effect.interruptible(Effect.timeoutOption(Deferred.await(answered), wait_ms_max))
      }
      return alone
    }),

    keeping: (request, read, route) =>
      Effect.gen(function*() {
        const question = questionOf(rawOf(request))
        const { query } = yield* CurrentRequest
        // An explanation is about the very instant.
        if (question === null || query["explain"] !== undefined) return yield* route
        if (!held.has(question)) {
          // What is refused is not noted, lest those who may read nothing fill the memory.
          return yield* Effect.tap(route, ({ status }) => {
            if (status !== 200) return Effect.void
            note(question)
            const asked = askedList(rawOf(request))
            return asked === null ? Effect.void : enter(asked.door, read)
          })
        }
        // What keeps one from the mark keeps one from the answer, and the route says so in its own order.
        const marked = yield* Effect.option(Effect.gen(function*() {
          const { agenda, caller, event = Effect.succeed(undefined), operation } = read
          const mark = yield* freshness.mark(yield* caller, yield* agenda, operation, yield* event)
          return { mark, stretch: yield* mark.still }
        }))
        if (marked._tag === "Some") yield* learn(question, marked.value.mark, marked.value.stretch)
        return yield* route
      })
  })
})

/** What a request is answered with when its kept answer holds; `id` names the request. A body that the client has is not sent again. */
export const answerWith = (
  request: RawRequest,
  { bodiless, body, etag, headers }: KeptRead,
  id: string
): ReadyAnswer =>
  body === null || namesTag(conditionOf(request), etag)
    ? { status: 304, headers: { ...bodiless, "x-request-id": id }, body: null }
    : { status: 200, headers: { ...headers, "x-request-id": id }, body }
