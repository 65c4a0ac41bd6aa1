import * as Headers from "@effect/platform/Headers"
import * as HttpServerRequest from "@effect/platform/HttpServerRequest"
import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import { baseOf, requestIdWith } from "../../src/context/readFacts.js"
import { defaultSettings } from "../../src/HttpSettings.js"
import { redactUrl } from "../../src/pipeline/accessLog.js"
import { corsHeaders, preflightHeaders } from "../../src/pipeline/addCommonHeaders.js"
import { chooseCoding, readAcceptEncoding } from "../../src/pipeline/encodeResponse.js"
import { canonicalPath, make, withPrefix } from "../../src/pipeline/RouteTable.js"
import { readToken } from "../../src/request/readCaller.js"
import { isForm, mediaType } from "../../src/request/readEntity.js"
import { readIfMatch, versionsIn } from "../../src/request/readIfMatch.js"
import { readEventUid } from "../../src/request/readPath.js"
import { namesTag } from "../../src/response/entityTag.js"
import { pageLanguage } from "../../src/routes/invitationRoutes.js"
import { demand, demandSame } from "./demand.js"
import type { Fuzzer } from "./runFuzzer.js"

const table = make(defaultSettings)

const paths = [
  "/v2/agendas/1/events/2",
  "/v2/agendas/1/events/ext/a%2Fb/c;d",
  "/v2/agendas/slug/town/",
  "/agendas/1/events",
  "/agendas/town/events.ics",
  "/images/0123456789abcdef.jpg",
  "/v2/agendas/1/locations/ext/%C3%A9"
] as const

const pathTokens = [
  "/",
  "//",
  "..",
  "/../",
  "%2e%2e",
  "%2f",
  "%",
  "%zz",
  "%ff",
  "%c3",
  "%00",
  ":",
  "*",
  "?",
  "#",
  ";",
  "@",
  "\\",
  "9".repeat(17),
  "é",
  "\uD83C"
] as const

const request = HttpServerRequest.fromWeb(new Request("https://agenda.example/v2/agendas"))

/** Request paths: one spelling or none, which is the spelling of itself; the log shows it whole. */
export const pathFuzzer: Fuzzer<string> = {
  name: "paths",
  draw: (draw) => draw.mutate(paths, pathTokens),
  sizeOf: (text) => text.length,
  check: (text) => {
    const path = canonicalPath(text)
    redactUrl(text)
    const segment = text.split("/").at(-1) ?? ""
    const uid = Effect.runSync(Effect.either(readEventUid(segment)))
    demand(Either.isLeft(uid) || /^\d+$/.test(segment), "a uid is digits")
    if (path === null) return
    demandSame(canonicalPath(path), path, "the one spelling is its own")
    demandSame(path.split("/").map(decodeURIComponent), text.split("/").map(decodeURIComponent), "the segments are the same")
    table.methodsOf(path)
    demand(withPrefix(path).endsWith(path), "a prefix goes in front")
  }
}

const headers = [
  "gzip, br;q=0.8, *;q=0.1",
  "identity;q=0, x-gzip",
  '"3.abc", W/"4.def", "5.x-br"',
  "*",
  "Bearer 0123456789",
  "multipart/form-data; boundary=xx; charset=utf-8",
  "application/vnd.agenda+json ; charset=utf-8",
  "fr-FR,fr;q=0.9,en;q=0.8,*;q=0.5",
  "https://pages.example",
  "agenda.example:8080",
  "[::1]:3000",
  "a1b2-c3.d4:e5"
] as const

const headerTokens = [
  '"',
  "W/",
  ",",
  ";",
  "q=",
  "q=1.0000",
  "=",
  " ",
  "\t",
  "*",
  "\\",
  "0",
  "-",
  ".",
  ":",
  "@",
  "/",
  "é",
  "\x7F",
  "bearer  ",
  ",".repeat(500),
  ' "a"'.repeat(200)
] as const

/** Header values, each given to every reader of headers: a value or a typed failure. */
export const headerFuzzer: Fuzzer<string> = {
  name: "headers",
  draw: (draw) => draw.mutate(headers, headerTokens),
  sizeOf: (text) => text.length,
  check: (text) => {
    const names = ["if-match", "content-type", "access-token", "authorization", "key", "host", "x-request-id", "origin", "accept"]
    const asked = request.modify({ headers: Headers.unsafeFromRecord(Object.fromEntries(names.map((name) => [name, text]))) })
    for (const { weight } of readAcceptEncoding(text)) demand(weight >= 0 && weight <= 1, "a weight is from 0 to 1")
    const coding = chooseCoding(text)
    demand(coding === null || text.toLowerCase().includes(coding) || text.includes("*"), "a coding is one that was asked for")
    const ifMatch = Effect.runSync(Effect.either(readIfMatch(asked)))
    demand(Either.isRight(ifMatch) || ifMatch.left.issues.every(({ code }) => code === "parameter.invalid"), "the fault is typed")
    const versions = versionsIn(Either.getOrElse(ifMatch, () => null))
    demand(versions === null || versions === "any" || versions.every((version) => version >= 0), "versions are counts")
    namesTag(text, '"3.abc"')
    demandSame(mediaType(asked), mediaType(asked).trim().toLowerCase(), "a media type is in small letters")
    isForm(asked)
    readToken(asked)
    pageLanguage(text)
    corsHeaders(text, ["https://pages.example"])
    preflightHeaders(["GET"], text)
    demand(/^(?:http:\/\/[\w.:[\]-]+)?$/.test(baseOf(asked, defaultSettings)), "the base holds a host and nothing else")
    demand(/^[\w.:-]{1,128}$/.test(requestIdWith(asked, 0.5)), "a request id has no other signs")
  }
}
