import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Schema from "effect/Schema"
import { StoreError } from "../../domain/error/EngineError.js"
import { memoize } from "../../domain/LruCache.js"
import { NetworkStore } from "../../ports/NetworkStore.js"
import type { AgendaRecord, NetworkRecord } from "../../record/AgendaRecord.js"
import { searchFields, type SearchWeights, searchWeights } from "../../search/SearchDocument.js"
import type { Synonyms } from "../../search/synonyms.js"
import { settingsOf } from "./contributionOf.js"

const synonyms_max = 200

const decodeSynonyms = memoize(
  synonyms_max,
  Schema.decodeUnknownEither(Schema.parseJson(Schema.Array(Schema.Array(Schema.String))))
)

/** The synonyms of a stored network. Those that cannot be decoded fail with `Corrupt`. */
export const networkSynonyms = ({ synonyms }: NetworkRecord): Either.Either<Synonyms, StoreError> =>
  Either.mapLeft(
    decodeSynonyms(synonyms),
    (cause) => new StoreError({ reason: "Corrupt", operation: "NetworkStore.synonyms", cause })
  )

/** How the events of an agenda are searched. */
export interface AgendaSearch {
  /** Those of its network, then its own. */
  readonly synonyms: Synonyms
  /** Null for the weights that every agenda has by default. */
  readonly weights: SearchWeights | null
}

/** How the events of a stored agenda are searched. */
export const agendaSearch = Effect.fnUntraced(function*(agenda: AgendaRecord) {
  const { search = {} } = yield* settingsOf(agenda)
  const network = agenda.networkUid === null ? null : yield* (yield* NetworkStore).find(agenda.networkUid)
  const weights: SearchWeights = { ...searchWeights, ...search.weights }
  return {
    synonyms: [...(network === null ? [] : yield* networkSynonyms(network)), ...search.synonyms ?? []],
    weights: searchFields.every((field) => weights[field] === searchWeights[field]) ? null : weights
  } satisfies AgendaSearch
})
