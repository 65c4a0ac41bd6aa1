import * as Either from "effect/Either"
import { Refusal } from "../response/Refusal.js"

/**
 * A parsed form: its fields and its files by name. Of several with one name, the last one counts.
 */
export interface Form {
  readonly fields: ReadonlyMap<string, string>
  readonly files: ReadonlyMap<string, Uint8Array>
}

const fields_max = 1_000

/**
 * Parses an urlencoded form (WHATWG URL §5.1), which any text is. Fails with `content-too-large` when it has too many
 * fields.
 */
export const parseUrlEncoded = (text: string): Either.Either<Form, Refusal> =>
  text.split("&", fields_max + 1).length > fields_max
    ? Either.left(new Refusal({ kind: "content-too-large", message: `a form has at most ${fields_max} fields` }))
    : Either.right({ fields: new Map(new URLSearchParams(text)), files: new Map() })
