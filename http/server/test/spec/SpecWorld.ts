import { specAgendas } from "@agenda-engine/conformance/http/spec/data/specAgendas"
import { specNetwork, specSchema } from "@agenda-engine/conformance/http/spec/data/specFields"
import { changeEvents, type SpecTarget, writeEvents, writePlaces } from "@agenda-engine/conformance/http/spec/data/writeSpec"
import type { SpecData } from "@agenda-engine/conformance/http/spec/SpecData"
import type { StoreError } from "@agenda-engine/core/domain/error/EngineError"
import type { Stores } from "@agenda-engine/core/ports/Stores"
import { Agendas } from "@agenda-engine/core/services/Agendas"
import { Networks } from "@agenda-engine/core/services/Networks"
import { expect } from "@effect/vitest"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { agendas as worldAgendas, make, type World, worldNow } from "../world/World.js"

const minute = 60_000

const slugs = {
  main: "town-agenda",
  other: "other-agenda",
  private: "private-agenda",
  unindexed: "unindexed-agenda",
  sports: "sports-en-bretagne"
}

/** When the world begins to be written; a minute passes with each write, and all of it before now. */
export const specBegin = worldNow - 50 * minute // 2025-06-15T14:16:40Z

/** The agendas of the sample data by name. */
export const agendas = { ...worldAgendas, sports: 105 } as const

/** The sample data on a server of this process. */
export interface ServedData extends SpecData {
  readonly world: World
}

const tokenFor = ({ credentials }: World, agenda: number) => {
  if (agenda === agendas.main) return credentials.moderatorToken
  return agenda === agendas.other ? credentials.strangerToken : credentials.administratorToken
}

/** Makes the network, the additional fields and the agendas of the sample data that a world lacks. */
export const makeAgendas = ({ within }: World) =>
  within(Effect.gen(function*() {
    const all = yield* Agendas
    const { main, sports } = specAgendas
    yield* (yield* Networks).create(specNetwork)
    yield* all.restore({ uid: agendas.main, title: main.title, networkUid: specNetwork.uid, schema: specSchema })
    yield* all.create({ uid: agendas.sports, title: sports.title, networkUid: specNetwork.uid })
  }))

const populate = (world: World, clock: { now: number }) =>
  Effect.gen(function*() {
    const write = (agenda: number, path: string, method: string, body?: unknown) =>
      Effect.gen(function*() {
        clock.now += minute
        const answer = yield* world.send(`/v2/agendas/${agenda}${path}`, { method, body, headers: tokenFor(world, agenda) })
        expect(answer.status, `${method} ${path}: ${answer.text}`).toBe(200)
        return answer.body
      })

    clock.now += minute
    yield* makeAgendas(world)

    const target: SpecTarget<never> = {
      tag: "",
      agendas: ["main", "other", "private", "unindexed"],
      moved_ms: 0,
      write: (agenda, path, method, body) => write(agendas[agenda], path, method, body)
    }
    const places = yield* writePlaces(target)
    clock.now = specBegin + 10 * minute
    const events = yield* writeEvents(target, places)
    clock.now = specBegin + 40 * minute
    yield* changeEvents(target)
    clock.now = worldNow
    const data: ServedData = {
      tag: "",
      moved_ms: 0,
      world,
      send: world.send,
      headersOf: (name) => name === "none" ? {} : { ...world.credentials[name] },
      agendas: new Map(Object.entries(agendas)),
      slugs: new Map(Object.entries(slugs)),
      networkUid: specNetwork.uid,
      events,
      places
    }
    return data
  })

/**
 * A world that every request of the specification finds something in. Its clock stands at `worldNow` once it is
 * written.
 */
export class SpecWorld extends Context.Tag("test/SpecWorld")<SpecWorld, ServedData>() {
  static readonly layer = (stores: Layer.Layer<Stores, StoreError>) =>
    Layer.scoped(
      SpecWorld,
      Effect.suspend(() => {
        const clock = { now: specBegin }
        return Effect.flatMap(
          make(stores, { now: () => clock.now, settings: { accessLog: false } }),
          (world) => populate(world, clock)
        )
      })
    )
}
