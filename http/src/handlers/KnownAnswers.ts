import type { Operation } from "@agenda-engine/core/domain/Credential"
import type { NotFound } from "@agenda-engine/core/domain/EngineError"
import { remembering } from "@agenda-engine/core/domain/remembering"
import type { AgendaRef } from "@agenda-engine/core/record/AgendaRecord"
import { Access } from "@agenda-engine/core/services/Access"
import { Freshness, type Mark } from "@agenda-engine/core/services/Freshness"
import * as HttpApp from "@effect/platform/HttpApp"
import type * as HttpServerRequest from "@effect/platform/HttpServerRequest"
import type * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Ref from "effect/Ref"
import { CurrentRequest } from "../front/CurrentRequest.js"
import { readCaller } from "../request/readCaller.js"
import { namesTag } from "../response/entityTag.js"
import type { Failure } from "../response/respondFailure.js"
import { notModified } from "../response/versioned.js"

type Request = HttpServerRequest.HttpServerRequest
type Response = HttpServerResponse.HttpServerResponse

/** The tag of an answer, and how long it is the answer: while the agenda's revision is this one and now is within the stretch. */
interface Known {
  readonly etag: string
  readonly revision: string
  readonly from: number
  readonly until: number
}

/** Answers that are remembered before those not asked for the longest are forgotten: some megabytes at most. */
const answers_max = 4_096

/** Longer questions are not remembered. */
const question_chars_max = 2_048

const isTrue = ({ from, revision, until }: Known, mark: Mark, now: number): boolean =>
  mark.revision === revision && from <= now && now < until

/** Everything but time and what is stored that an answer depends on; null when it is not remembered: too long, or about the instant itself. */
const questionOf = (request: Request, { reader }: Mark): Effect.Effect<string | null> =>
  Effect.map(CurrentRequest, ({ base, query: { key: _key, ...query } }) => {
    const question = JSON.stringify([request.url, query, base, request.headers["accept-encoding"] ?? null, reader])
    return question.length > question_chars_max || query.explain !== undefined ? null : question
  })

/**
 * Remembers the tags of answers about an agenda, so that a client that polls is told cheaply that it has the answer already. Whoever asks is
 * always identified and let in or not, as for any read; the store is asked whether anything was changed, by whatever process; and only then
 * nothing is planned, searched or presented.
 */
export class KnownAnswers extends Context.Tag("@agenda-engine/http/handlers/KnownAnswers")<KnownAnswers, {
  /**
   * What the route answers, or 304 without running it: it is a read of this agenda that needs this operation. The first repetition of a
   * question runs the route; from then on its tag is known.
   */
  readonly orRead: <R>(
    request: Request,
    agenda: Effect.Effect<AgendaRef, NotFound>,
    operation: Operation,
    route: Effect.Effect<Response, Failure, R>
  ) => Effect.Effect<Response, Failure, R>
}>() {
  /** Known answers of this process. */
  static readonly layer: Layer.Layer<KnownAnswers, never, Access | Freshness> = Layer.effect(
    KnownAnswers,
    Effect.gen(function*() {
      const access = yield* Access
      const freshness = yield* Freshness
      const answerTo = remembering(answers_max, () => Ref.unsafeMake<Known | null>(null))

      const mark = (request: Request, agenda: Effect.Effect<AgendaRef, NotFound>, operation: Operation) =>
        Effect.gen(function*() {
          return yield* freshness.mark(yield* readCaller(access, request), yield* agenda, operation)
        })

      /** Remembers the tag that the answer goes out with, if nothing has turned meanwhile. */
      const learn = (answer: Ref.Ref<Known | null>, { revision, still }: Mark) =>
        Effect.flatMap(
          still,
          (stretch) =>
            HttpApp.appendPreResponseHandler((_request, response) =>
              Effect.gen(function*() {
                const { etag } = response.headers
                const isAnswer = response.status === 200 || response.status === 304
                if (isAnswer && etag !== undefined && (yield* Clock.currentTimeMillis) < stretch.until) {
                  yield* Ref.set(answer, { etag, revision, ...stretch })
                }
                return response
              })
            )
        )

      return KnownAnswers.of({
        orRead: (request, agenda, operation, route) =>
          Effect.gen(function*() {
            const asked = request.headers["if-none-match"]
            if (asked === undefined) return yield* route
            // What keeps one from the mark keeps one from the answer, and the route says so in its own order.
            const marked = yield* Effect.option(mark(request, agenda, operation))
            if (Option.isNone(marked)) return yield* route
            const question = yield* questionOf(request, marked.value)
            if (question === null) return yield* route
            const answer = answerTo(question)
            const known = yield* Ref.get(answer)
            const now = yield* Clock.currentTimeMillis
            if (known !== null && isTrue(known, marked.value, now) && namesTag(asked, known.etag)) return notModified(known.etag)
            yield* learn(answer, marked.value)
            return yield* route
          })
      })
    })
  )
}
