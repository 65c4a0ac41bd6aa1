import * as Either from "effect/Either"
import type { Issue } from "../../src/domain/error/Issue.js"
import type { ParseResult } from "../../src/validation/value/ParseResult.js"

/** An issue in one line: code, field, and language and index where there are any. */
export const faultOf = ({ code, field, index, lang }: Issue): string =>
  [code, field, ...(lang === undefined ? [] : [lang]), ...(index === undefined ? [] : [`#${index}`])].join(" ")

/** The value of a field, or its faults in one line each. */
export const readOf = <A>(reading: ParseResult<A>): A | ReadonlyArray<string> =>
  Either.isRight(reading) ? reading.right : reading.left.map(faultOf)
