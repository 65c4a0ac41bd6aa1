import * as HttpServerResponse from "@effect/platform/HttpServerResponse"
import { expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { defaultSettings } from "../../src/HttpSettings.js"
import type { Coding, Compress } from "../../src/pipeline/Compressor.js"
import { encodeResponse } from "../../src/pipeline/encodeResponse.js"
import { constantBody } from "../../src/response/constantBody.js"

it.effect("a constant body is compressed once for each coding, any other each time", () =>
  Effect.gen(function*() {
    const compressed: Array<Coding> = []
    const compress: Compress = (coding, bytes) =>
      Effect.sync(() => compressed.push(coding)).pipe(
        Effect.zipRight(Effect.yieldNow()),
        Effect.as(bytes.slice(0, 9))
      )
    const constant = constantBody(HttpServerResponse.text("x".repeat(2_000)))
    const other = HttpServerResponse.text("x".repeat(2_000))
    const send = (response: HttpServerResponse.HttpServerResponse, coding: string) =>
      encodeResponse({ method: "GET", headers: { "accept-encoding": coding } }, response, defaultSettings, compress)
    for (const coding of ["br", "gzip", "br", "gzip"]) {
      expect((yield* send(constant, coding)).headers["content-encoding"]).toBe(coding)
    }
    expect(compressed).toEqual(["br", "gzip"])
    const concurrent = constantBody(HttpServerResponse.text("y".repeat(2_000)))
    yield* Effect.all([1, 2, 3].map(() => send(concurrent, "br")), { concurrency: "unbounded" })
    expect(compressed.splice(2)).toEqual(["br"])
    yield* send(other, "br")
    yield* send(other, "br")
    expect(compressed).toEqual(["br", "gzip", "br", "br"])
  }))
