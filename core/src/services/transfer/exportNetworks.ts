import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import type { StoreError } from "../../domain/EngineError.js"
import type { JsonObject } from "../../domain/Json.js"
import { NetworkStore } from "../../ports/NetworkStore.js"
import type { AgendaRecord } from "../../record/AgendaRecord.js"
import { streamAll } from "../scanAll.js"
import { networkLine } from "./exportLine.js"

/** Import lines of the networks, in order of uid: all, or the one of this agenda. */
export const exportNetworks = (agenda: AgendaRecord | null): Stream.Stream<JsonObject, StoreError, NetworkStore> =>
  Stream.unwrap(Effect.map(NetworkStore, (networks) => {
    if (agenda === null) return streamAll((after: number, limit) => networks.scan(after, limit), (network) => network.uid, 0)
    return agenda.networkUid === null ? Stream.empty : Stream.fromIterableEffect(networks.findMany([agenda.networkUid]))
  })).pipe(Stream.map(networkLine))
