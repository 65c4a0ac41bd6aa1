import { type AgendaMirror, mirrorAgenda } from "@agenda-engine/client/mirror"
import type { Answer } from "@agenda-engine/conformance/http/answer/Answer"
import { walkCases } from "@agenda-engine/conformance/http/spec/cases/walkCases"
import { checkSpec } from "@agenda-engine/conformance/http/spec/checkSpec"
import type { SpecCase } from "@agenda-engine/conformance/http/spec/SpecCase"
import { tables } from "@agenda-engine/conformance/http/spec/tables"
import { checkWalk } from "@agenda-engine/conformance/http/spec/walk"
import * as MemoryStores from "@agenda-engine/core/memory/MemoryStores"
import { afterAll, beforeAll, expect, layer } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { vi } from "vitest"
import { type ServedData, SpecWorld } from "../spec/SpecWorld.js"
import { worldNow } from "../world/World.js"

/** What the server calls itself in answers. */
const publicUrl = "https://agenda.example"

beforeAll(() => void vi.useFakeTimers({ toFake: ["Date"], now: worldNow }))
afterAll(() => void vi.useRealTimers())

const mirrored = ({ agendas, world: { credentials, url } }: ServedData) =>
  Effect.acquireRelease(
    Effect.promise(async () => {
      const stop = new AbortController()
      const mirror = await mirrorAgenda({
        url: publicUrl,
        key: credentials.ownerless.key,
        agendaUid: agendas.get("main") ?? 0,
        signal: stop.signal,
        fetch: (address, init) => fetch(address.replace(publicUrl, url), init)
      })
      return { mirror, stop }
    }),
    ({ mirror, stop }) =>
      Effect.promise(() => {
        stop.abort()
        return mirror.ended.catch(() => {})
      })
  ).pipe(Effect.map(({ mirror }) => mirror))

/** Sends each request to the server and to the mirror, whose answers have to be the same bytes. */
const sendBoth = ({ world }: ServedData, mirror: AgendaMirror): ServedData["send"] => (path, call) =>
  Effect.gen(function*() {
    const answer: Answer = yield* world.send(path, call)
    const response = yield* Effect.promise(() => mirror.fetch(`${publicUrl}${path}`))
    const text = yield* Effect.promise(() => response.text())
    expect.soft({ path, status: response.status, text }).toEqual({ path, status: answer.status, text: answer.text })
    expect.soft(response.headers.get("etag") ?? undefined, path).toBe(answer.headers["etag"])
    return answer
  })

const isPublicRead = ({ as, path }: Pick<SpecCase, "as" | "path">): boolean =>
  path.startsWith("/agendas/{agenda:main}") && (as === undefined || as === "ownerless" || as === "agendaKey")

layer(SpecWorld.layer(MemoryStores.layer), { excludeTestServices: true })("a mirror of the sample data", (it) => {
  it.scoped("answers the requests of the specification with the same bytes", () =>
    Effect.gen(function*() {
      const data = yield* SpecWorld
      const send = sendBoth(data, yield* mirrored(data))
      for (const cases of Object.values(tables)) {
        for (const one of cases.filter(isPublicRead)) yield* checkSpec(one, { ...data, send }, 1)
      }
      for (const one of walkCases.filter(isPublicRead)) yield* checkWalk(one, [3], { ...data, send })
    }))
})
