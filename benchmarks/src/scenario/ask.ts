import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { type IncomingMessage, request } from "node:http"
import { text } from "node:stream/consumers"

/** A server that did not answer as the scenario needs. */
export class UnfitAnswer extends Data.TaggedError("UnfitAnswer")<{ readonly message: string }> {}

/** One answer, read whole. */
export interface Answer {
  readonly text: string
  readonly etag: string | null
}

/** Asks once, on a connection of its own, for an answer that has to be a 200. */
export const ask = (url: string, headers: Readonly<Record<string, string>>, post?: string): Effect.Effect<Answer, UnfitAnswer> => {
  const failed = (why: string) => new UnfitAnswer({ message: `${url}: ${why}` })
  const options = post === undefined
    ? { agent: false, headers }
    : { agent: false, method: "POST", headers: { ...headers, "content-type": "application/json" } }
  const answerOf = (response: IncomingMessage): Effect.Effect<Answer, UnfitAnswer> =>
    Effect.flatMap(
      Effect.tryPromise({ try: () => text(response), catch: (cause) => failed(String(cause)) }),
      (body) =>
        response.statusCode === 200
          ? Effect.succeed({ text: body, etag: response.headers.etag ?? null })
          : failed(`answered ${response.statusCode}: ${body.slice(0, 500)}`)
    )
  return Effect.async((resume) => {
    const sent = request(url, options, (response) => resume(answerOf(response)))
    sent.on("error", ({ message }) => resume(failed(message)))
    sent.end(post)
  })
}

/** A list of events as the wire has it, items unread. */
const ListPage = Schema.parseJson(Schema.Struct({
  total: Schema.Int,
  events: Schema.Array(Schema.Struct({ uid: Schema.optional(Schema.Int) }, { key: Schema.String, value: Schema.Unknown })),
  after: Schema.NullOr(Schema.Array(Schema.String))
}))
/** A list of events. */
export type ListPage = typeof ListPage.Type

/** Reads the text of a list. */
export const readList = (text: string): Effect.Effect<ListPage, UnfitAnswer> =>
  Effect.mapError(Schema.decodeUnknown(ListPage)(text), (error) => new UnfitAnswer({ message: error.message }))
