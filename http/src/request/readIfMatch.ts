import { Invalid } from "@agenda-engine/core/domain/error/EngineError"
import { issue } from "@agenda-engine/core/domain/error/Issue"
import * as Effect from "effect/Effect"
import type { ApiRequest } from "./ApiRequest.js"

/** Parsed `If-Match`: `*`, or strong tags without their quotes. */
export type IfMatch = "any" | ReadonlyArray<string>

const header = "if-match"

const tagList = /^[ \t,]*(?:(?:W\/)?"[\x21\x23-\x7E\x80-\xFF]*"[ \t]*(?:,[ \t,]*|$))+$/

const strongTag = /(W\/)?"([^"]*)"/g

/**
 * Parses `If-Match` (RFC 9110 §13.1.1); null without the header. Weak tags never match and are dropped.
 *
 * @example
 * readIfMatch(request) // if-match: "3.abc", W/"4.def" gives ["3.abc"]
 */
export const readIfMatch = ({ headers }: Pick<ApiRequest, "headers">): Effect.Effect<IfMatch | null, Invalid> => {
  const text = headers[header]
  if (text === undefined) return Effect.succeed(null)
  if (text.trim() === "*") return Effect.succeed("any")
  return tagList.test(text)
    ? Effect.succeed([...text.matchAll(strongTag)].flatMap(([, weak, tag]) => weak === undefined && tag !== undefined ? [tag] : []))
    : new Invalid({
      subject: "parameters",
      issues: [issue("parameter.invalid", header, { message: `${header} takes * or entity tags in quotes`, origin: text })]
    })
}

/**
 * The versions at the beginning of event tags. Tags without a version match no event and are dropped.
 *
 * @example
 * versionsIn(["3.abc", "4.def-br", "xyz"]) // [3, 4]
 */
export const versionsIn = (asked: IfMatch | null): "any" | ReadonlyArray<number> | null =>
  asked === null || asked === "any" ? asked : asked.flatMap((tag) => {
    const [, version] = /^(\d+)(?:\.|$)/.exec(tag) ?? []
    return version === undefined ? [] : [Number(version)]
  })
