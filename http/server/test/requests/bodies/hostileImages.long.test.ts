import * as MemoryStores from "@agenda-engine/core/memory/MemoryStores"
import { expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Schedule from "effect/Schedule"
import sharp from "sharp"
import { hostileImages } from "../../../../../adapters/images/test/hostileImages.js"
import { at } from "../../../../test/world/at.js"
import { onlineBody } from "../../../../test/world/bodies.js"
import { formOf } from "../../world/formOf.js"
import { agendas, make } from "../../world/World.js"

const events = `/v2/agendas/${agendas.main}/events`

/** Far more than one picture of the largest size takes decoded, far less than a bomb does. */
const growth_bytes_max = 700 * 1_024 * 1_024

const rss = Effect.sync(() => process.memoryUsage.rss())

it.scopedLive("hostile files are refused by name or sanitized, in bounded memory, and the server survives", () =>
  Effect.gen(function*() {
    const { credentials, send } = yield* make(MemoryStores.layer)
    const files = yield* Effect.forEach(hostileImages, (image) => Effect.map(Effect.promise(image.bytes), (bytes) => ({ ...image, bytes })))
    const before = yield* rss
    let peak = before
    const watch = yield* Effect.fork(
      Effect.repeat(
        Effect.map(rss, (now) => {
          peak = Math.max(peak, now)
        }),
        Schedule.spaced("20 millis")
      )
    )

    const uploads = Effect.forEach(files, ({ label, outcome, ...file }) =>
      Effect.gen(function*() {
        const form = formOf(onlineBody, file)
        const answer = yield* send(events, { ...form, method: "POST", headers: { ...form.headers, ...credentials.administratorToken } })
        if (typeof outcome === "string") {
          expect([answer.status, at(answer.body, "errors", 0, "code"), at(answer.body, "errors", 0, "field")], label).toEqual([
            400,
            outcome,
            "image"
          ])
          expect(at(answer.body, "errors", 1), label).toBeUndefined()
          return
        }
        expect(answer.status, `${label}: ${answer.text}`).toBe(200)
        const image = at(answer.body, "event", "image")
        expect(at(image, "variants", 0, "size"), label).toEqual(outcome)
        for (const filename of [at(image, "filename"), at(image, "variants", 0, "filename"), at(image, "variants", 1, "filename")]) {
          const { bytes, headers, status } = yield* send(`/images/${String(filename)}`)
          expect([status, headers["content-type"]], label).toEqual([200, "image/jpeg"])
          const { format, pages } = yield* Effect.promise(() => sharp(bytes).metadata())
          expect([format, pages], label).toEqual(["jpeg", undefined])
          const stowaways = ["script", "<?php", "PK\x03\x04"].filter((part) => Buffer.from(bytes).includes(part))
          expect(stowaways, label).toEqual([])
        }
      }), { concurrency: 4 })
    yield* uploads
    yield* Fiber.interrupt(watch)
    expect(peak - before).toBeLessThan(growth_bytes_max)
    expect((yield* send("/health/ready")).status).toBe(200)
  }))
