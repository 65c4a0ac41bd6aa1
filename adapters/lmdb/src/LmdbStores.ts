import type { StoreError } from "@agenda-engine/core/domain/error/EngineError"
import type { Stores } from "@agenda-engine/core/ports/Stores"
import * as KvStores from "@agenda-engine/kv/KvStores"
import * as Config from "effect/Config"
import type { ConfigError } from "effect/ConfigError"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as LmdbDatabase from "./LmdbDatabase.js"

/**
 * All store ports on an LMDB folder, which any number of processes of one machine can share. Fails with `Unavailable`
 * when the folder cannot be opened.
 *
 * @example
 * Effect.provide(program, LmdbStores.layer({ folder: "agenda" }))
 */
export const layer = (options: LmdbDatabase.LmdbFolder): Layer.Layer<Stores, StoreError> =>
  Layer.unwrapScoped(Effect.map(LmdbDatabase.open(options), KvStores.layerOver))

/** `layer` with options from the configuration. */
export const layerConfig = (config: Config.Config.Wrap<LmdbDatabase.LmdbFolder>): Layer.Layer<Stores, StoreError | ConfigError> =>
  Layer.unwrapEffect(Effect.map(Config.unwrap(config), layer))
