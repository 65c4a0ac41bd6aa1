import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"

/** A server that did not answer as the scenario needs. */
export class UnfitAnswer extends Data.TaggedError("UnfitAnswer")<{ readonly message: string }> {}

/** A list of events as the wire has it, items unread. */
export const ListPage = Schema.parseJson(Schema.Struct({
  total: Schema.Int,
  events: Schema.Array(Schema.Object),
  after: Schema.NullOr(Schema.Array(Schema.String))
}))
/** A list of events. */
export type ListPage = typeof ListPage.Type

/** The text that a URL answers with. */
export const fetchText = (url: string, headers: Readonly<Record<string, string>>): Effect.Effect<string, UnfitAnswer> =>
  Effect.tryPromise({
    try: async (signal) => {
      const response = await fetch(url, { headers, signal })
      const text = await response.text()
      if (response.status !== 200) throw new Error(`${url} answered ${response.status}: ${text.slice(0, 500)}`)
      return text
    },
    catch: (cause) => new UnfitAnswer({ message: String(cause) })
  })

const readPage = (text: string): Effect.Effect<ListPage, UnfitAnswer> =>
  Effect.mapError(Schema.decodeUnknown(ListPage)(text), (error) => new UnfitAnswer({ message: error.message }))

/** Every item of a list as JSON text, in order, `size` at a time. */
export const walkList = Effect.fnUntraced(function*(url: string, headers: Readonly<Record<string, string>>, size: number) {
  const items: Array<string> = []
  let after: ListPage["after"] = []
  while (after !== null) {
    const cursor: string = after.map((element) => `&after[]=${encodeURIComponent(element)}`).join("")
    const page: ListPage = yield* Effect.flatMap(fetchText(`${url}?size=${size}${cursor}`, headers), readPage)
    for (const event of page.events) items.push(JSON.stringify(event))
    after = page.after
  }
  return items
})
