import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import type { ReadingPlace } from "../../ports/change/ChangeStore.js"
import type { Secrets } from "../../ports/Secrets.js"

/** Contents of a cursor of changes. */
export interface ChangeCursor {
  /** What is read: `agenda:<uid>`, or `all` for a feed across agendas. */
  readonly scope: string
  /** The digest of the rights that it was made for. */
  readonly rights: string
  /** Where reading goes on, by agenda. */
  readonly places: ReadonlyArray<ReadingPlace>
  /** Where it goes on in the other logs; null: at their start. */
  readonly watermark: Watermark | null
}

/**
 * Where logs go on that a cursor does not name: after their last change from before an instant, in epoch milliseconds.
 */
export interface Watermark {
  /** The instant for the logs of the agendas from `from` on. */
  readonly since: number
  /** The first agenda whose log a pass over all of them has not read to its end; 0 between passes. */
  readonly from: number
  /** The instant for the logs of the agendas before `from`. */
  readonly until: number
  /** The digest of all these places. It differs once a change was committed late, and the cursor expires. */
  readonly digest: string
}

const Watermark = Schema.Struct({ since: Schema.Number, from: Schema.Number, until: Schema.Number, digest: Schema.String })

const decodeContent = Schema.decodeUnknownOption(
  Schema.parseJson(Schema.Tuple(Schema.String, Schema.String, Schema.String, Schema.NullOr(Watermark)))
)

/**
 * Places as a short text, so that a cursor across many agendas fits into a URL: by agenda, the uid less the one before
 * it, the position and, unless it is 0, the ordinal.
 */
const textOf = (places: ReadonlyArray<ReadingPlace>): string => {
  let before = 0
  return places.map(({ agendaUid, ordinal, position }) => {
    const numbers = [agendaUid - before, position, ...(ordinal === 0 ? [] : [ordinal])]
    before = agendaUid
    return numbers.map((number) => number.toString(36)).join(".")
  }).join(",")
}

const placesIn = (text: string): ReadonlyArray<ReadingPlace> => {
  let agendaUid = 0
  return text.split(",").filter((one) => one !== "").map((one) => {
    const [step = 0, position = 0, ordinal = 0] = one.split(".").map((number) => Number.parseInt(number, 36))
    agendaUid += step
    return { agendaUid, position, ordinal }
  })
}

/** Why a text is no cursor of this log. */
export type ForeignCursor = "malformed" | "other log"

/** Hexadecimal characters of the checksum, and of the name of the log that the cursor is of. */
const sum_chars = 8

/** Hexadecimal characters of the digests of rights and places. */
const digest_chars = 16

/**
 * Seals and opens the cursors of one log. Equal contents give equal cursors, which tell nothing of positions: they are
 * encrypted by the id of the log. A checksum tells a damaged cursor from one of another log.
 */
export const changeCursors = (secrets: Secrets["Type"], generation: string) => {
  const sumOf = (text: string) => Effect.map(secrets.digest(text), (digest) => digest.slice(0, sum_chars))
  const logName = sumOf(`log ${generation}`)
  const digestOf = (text: string) => Effect.map(secrets.digest(text), (digest) => digest.slice(0, digest_chars))
  return {
    digestOf,
    digestOfPlaces: (places: ReadonlyArray<ReadingPlace>): Effect.Effect<string> => digestOf(textOf(places)),
    seal: ({ places, rights, scope, watermark }: ChangeCursor): Effect.Effect<string> =>
      Effect.gen(function*() {
        const content = JSON.stringify([scope, rights, textOf(places), watermark])
        const sealed = `${yield* logName}${yield* secrets.seal(generation, content)}`
        return `${sealed}${yield* sumOf(sealed)}`
      }),
    open: (cursor: string): Effect.Effect<ChangeCursor | ForeignCursor> =>
      Effect.gen(function*() {
        const sealed = cursor.slice(0, -sum_chars)
        if (cursor.length <= 2 * sum_chars || (yield* sumOf(sealed)) !== cursor.slice(-sum_chars)) return "malformed"
        if (sealed.slice(0, sum_chars) !== (yield* logName)) return "other log"
        const content = yield* secrets.unseal(generation, sealed.slice(sum_chars))
        const decoded = content === null ? Option.none() : decodeContent(content)
        if (Option.isNone(decoded)) return "malformed"
        const [scope, rights, places, watermark] = decoded.value
        return { scope, rights, places: placesIn(places), watermark }
      })
  }
}
