import { StoreError } from "@agenda-engine/core/domain/error/EngineError"
import type { Idempotency, IdempotentRequest, RecordAnswer } from "@agenda-engine/core/services/Idempotency"
import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type { ApiRequest } from "../request/ApiRequest.js"
import { type Failure, respondFailure } from "../response/respondFailure.js"

type Response = HttpServerResponse.HttpServerResponse

const Packed = Schema.parseJson(Schema.Struct({
  status: Schema.Int,
  headers: Schema.Record({ key: Schema.String, value: Schema.String }),
  body: Schema.String
}))

const encode = Schema.encodeSync(Packed)
const decode = Schema.decodeUnknown(Packed)

/** Serializes a response: status, headers of the route, and body. */
const pack = ({ body, headers: { "content-length": _length, ...headers }, status }: Response): string =>
  encode({ status, headers, body: body._tag === "Uint8Array" ? new TextDecoder().decode(body.body) : "" })

const unpack = (packed: string): Effect.Effect<Response, StoreError> =>
  decode(packed).pipe(
    Effect.map(({ body, headers, status }) =>
      HttpServerResponse.text(body, { status, headers, contentType: headers["content-type"] ?? "application/json" })
    ),
    Effect.mapError((cause) => new StoreError({ reason: "Corrupt", operation: "IdempotencyStore.find", cause }))
  )

/**
 * Whether a failure is final, so that a retry gets it again. Failures of authentication, authorization and the server
 * are not.
 */
const isFinal = ({ _tag }: Failure): boolean =>
  _tag === "Invalid" || _tag === "NotFound" || _tag === "Conflict" || _tag === "VersionMismatch"

/**
 * Runs a write with `Idempotency-Key` once and answers retries with its first response (wire.md §4). `write` gets a
 * function that records the response in the transaction of the write; a write that does not call it has its response
 * recorded afterwards. `refuse` turns a final failure into the recorded response.
 *
 * @example
 * once(request, retry, (keep) => events.create(authorization, body, { keep }), present)
 */
export const withIdempotencyKey = (retries: Context.Tag.Service<Idempotency>) =>
<A, R>(
  request: ApiRequest,
  idempotentRequest: IdempotentRequest | null,
  write: (keep: RecordAnswer<A>) => Effect.Effect<A, Failure, R>,
  present: (value: A) => Effect.Effect<Response>,
  refuse: (failure: Failure) => Effect.Effect<Response> = respondFailure(request)
): Effect.Effect<Response, Failure, R> =>
  idempotentRequest === null
    ? Effect.flatMap(write(undefined), present)
    : retries.once(idempotentRequest, (keep) =>
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
