import { StoreError } from "@agenda-engine/core/domain/EngineError"
import type { KeepAnswer, Repeatable, Retries } from "@agenda-engine/core/services/Retries"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { type Failure, respondFailure } from "../response/respondFailure.js"

type Response = HttpServerResponse.HttpServerResponse

const Packed = Schema.parseJson(Schema.Struct({
  status: Schema.Int,
  headers: Schema.Record({ key: Schema.String, value: Schema.String }),
  body: Schema.String
}))

const encode = Schema.encodeSync(Packed)
const decode = Schema.decodeUnknown(Packed)

/** An answer as text: its status, the headers that its route gave it, and its body to the byte. */
const pack = ({ body, headers: { "content-length": _length, ...headers }, status }: Response): string =>
  encode({ status, headers, body: body._tag === "Uint8Array" ? new TextDecoder().decode(body.body) : "" })

const unpack = (packed: string): Effect.Effect<Response, StoreError> =>
  decode(packed).pipe(
    Effect.map(({ body, headers, status }) =>
      HttpServerResponse.text(body, { status, headers, contentType: headers["content-type"] ?? "application/json" })
    ),
    Effect.mapError((cause) => new StoreError({ reason: "Corrupt", operation: "AnswerStore.find", cause }))
  )

/**
 * Whether a failure is the answer of a write as much as a success is: what was asked was looked at, and a retry is answered the same. Not so
 * who the caller is and what they may do, which is looked at each time, nor what the server could not do.
 */
const isFinal = ({ _tag }: Failure): boolean => _tag === "Invalid" || _tag === "NotFound" || _tag === "Conflict" || _tag === "Outdated"

/**
 * Answers a write, and a retry of one that has `Idempotency-Key` by the answer of the first attempt (wire.md §4). `write` hands what it is
 * given to the service, which keeps the answer in the transaction of the write; one that cannot has it kept afterwards. `refuse` answers a
 * failure that is kept, as the route itself does.
 *
 * @example
 * once(retry, (keep) => events.create(caller, agenda, body, { lang, keep }), (written) => Effect.succeed(json({ event: written.event })))
 */
export const answeringOnce = (retries: Context.Tag.Service<Retries>) =>
<A, R>(
  repeatable: Repeatable | null,
  write: (keep: KeepAnswer<A>) => Effect.Effect<A, Failure, R>,
  present: (value: A) => Effect.Effect<Response>,
  refuse: (failure: Failure) => Effect.Effect<Response> = respondFailure
): Effect.Effect<Response, Failure, R> =>
  repeatable === null
    ? Effect.flatMap(write(undefined), present)
    : retries.once(repeatable, (keep) =>
      write((value) => Effect.flatMap(present(value), (response) => keep(pack(response)))).pipe(
        Effect.flatMap(present),
        Effect.catchIf(isFinal, refuse),
        Effect.map(pack)
      )).pipe(
        Effect.flatMap(({ answer, replayed }) =>
          Effect.map(unpack(answer), (response) =>
            replayed ? HttpServerResponse.setHeader(response, "idempotency-replayed", "true") : response)
        )
      )
