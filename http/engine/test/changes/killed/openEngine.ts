import { CurrentLimits, defaultLimits } from "@agenda-engine/core/domain/Limits"
import { backgroundWork } from "@agenda-engine/core/services/maintenance/backgroundWork"
import * as LmdbStores from "@agenda-engine/lmdb/LmdbStores"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as ManagedRuntime from "effect/ManagedRuntime"
import { engineOver } from "../../../../../core/test/services/testEngine.js"
import { servicesOf } from "../../../src/AgendaServices.js"
import { consumersOf, type HostConsumer } from "../../../src/consumersOf.js"
import { type AgendaEngine, createAgendaEngine } from "../../../src/createAgendaEngine.js"
import { followedChanges } from "../../../src/followedChanges.js"

/** An engine as far as the kill tests use one. */
export type KilledEngine = Pick<AgendaEngine, "changes" | "close" | "ready" | "services">

/** What an engine consumes; null: it runs nothing beside its calls. */
type Consumers = { readonly [name: string]: HostConsumer } | null

/** An engine on a folder of LMDB, which is no option of hosts. */
const overFolder = (folder: string, consumers: Consumers): KilledEngine => {
  const work = consumers === null ? Layer.empty : Layer.scopedDiscard(Effect.forkScoped(backgroundWork))
  const { dispose, runPromise } = ManagedRuntime.make(
    work.pipe(
      Layer.provideMerge(engineOver(Layer.orDie(LmdbStores.layer({ folder })))),
      Layer.provideMerge(Layer.merge(consumersOf(consumers ?? {}), Layer.succeed(CurrentLimits, limited)))
    )
  )
  return {
    changes: (options = {}) => followedChanges(runPromise, options),
    close: dispose,
    ready: () => runPromise(Effect.void),
    services: servicesOf(runPromise)
  }
}

const limits = { consumer_seconds_max: 1 }
const limited = { ...defaultLimits, ...limits }

/** An engine on a database by its URL, or on `lmdb:FOLDER`. */
export const openEngine = (url: string, consumers: Consumers): KilledEngine =>
  url.startsWith("lmdb:")
    ? overFolder(url.slice("lmdb:".length), consumers)
    : createAgendaEngine({ database: { url }, limits, background: consumers !== null, changes: consumers ?? {} })
