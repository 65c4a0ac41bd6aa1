import { Agendas } from "@agenda-engine/core/services/Agendas"
import { createAgendaEngine, type StoreError } from "@agenda-engine/engine"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

/** What the host has already. */
interface HostServices {
  readonly sendMail: (to: string, subject: string, text: string) => Promise<void>
  readonly findAddress: (text: string) => Promise<{ readonly latitude: number; readonly longitude: number } | null>
  readonly files: Map<string, Uint8Array>
}

/** A service of the host over those of the engine: how many agendas there are. */
export class AgendaCount extends Context.Tag("host/AgendaCount")<AgendaCount, Effect.Effect<number, StoreError>>() {
  static readonly layer = Layer.effect(AgendaCount, Effect.map(Agendas, ({ list }) => Effect.map(list, ({ length }) => length)))
}

/** An engine that sends mails, finds coordinates and keeps images by services of the host. */
export const ownServices = ({ files, findAddress, sendMail }: HostServices) =>
  createAgendaEngine({
    database: "memory",
    publicUrl: "https://town.example",
    mail: { send: ({ subject, text, to }) => sendMail(to, subject, text) },
    geocoder: { find: ({ address, city }) => findAddress([address, city].join(", ")), interval_ms: 100 },
    imageStore: {
      put: async (name, bytes) => void files.set(name, bytes),
      get: async (name) => files.get(name) ?? null,
      remove: async (name) => void files.delete(name)
    },
    layer: AgendaCount.layer
  })
