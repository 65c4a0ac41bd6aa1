import * as Either from "effect/Either"
import { Refusal } from "../response/Refusal.js"

/**
 * A parsed form: its fields by name (the last one wins), the file of its field `image`, and the names of its other
 * files.
 */
export interface Form {
  readonly fields: ReadonlyMap<string, string>
  /** Null when there is none. */
  readonly image: Uint8Array | null
  readonly files: ReadonlyArray<string>
}

const fields_max = 1_000

/**
 * Parses an urlencoded form (WHATWG URL §5.1), which any text is. Fails with `content-too-large` when it has too many
 * fields.
 */
export const parseUrlEncoded = (text: string): Either.Either<Form, Refusal> =>
  text.split("&", fields_max + 1).length > fields_max
    ? Either.left(new Refusal({ kind: "content-too-large", message: `a form has at most ${fields_max} fields` }))
    : Either.right({ fields: new Map(new URLSearchParams(text)), image: null, files: [] })
