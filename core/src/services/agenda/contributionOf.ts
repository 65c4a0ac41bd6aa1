import type * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Schema from "effect/Schema"
import { AgendaSettings, type ContributionSettings } from "../../domain/agenda/Agenda.js"
import { StoreError } from "../../domain/error/EngineError.js"
import { memoize } from "../../domain/memoize.js"
import type { AgendaRecord } from "../../record/AgendaRecord.js"
import { searchFields, type SearchWeights, searchWeights } from "../../search/SearchDocument.js"
import type { Synonyms } from "../../search/synonyms.js"

/** Every write and many reads need the settings of their agenda. Few agendas have any, and they seldom change. */
const settings_max = 200

const decodeSettings = memoize(settings_max, Schema.decodeUnknownEither(Schema.parseJson(AgendaSettings)))

/** The settings of a stored agenda. Settings that cannot be decoded fail with `Corrupt`. */
const settingsOf = (agenda: AgendaRecord): Either.Either<AgendaSettings, StoreError> =>
  Either.mapLeft(
    decodeSettings(agenda.settings),
    (cause) => new StoreError({ reason: "Corrupt", operation: "AgendaStore.settings", cause })
  )

/** The contribution settings of a stored agenda. */
export const contributionOf = (agenda: AgendaRecord): Effect.Effect<ContributionSettings, StoreError> =>
  Either.map(settingsOf(agenda), ({ contribution }) => contribution ?? {})

/** How the events of a stored agenda are searched. */
export interface AgendaSearch {
  readonly synonyms: Synonyms
  /** Null for the weights that every agenda has by default. */
  readonly weights: SearchWeights | null
}

/** The search settings of a stored agenda. */
export const agendaSearchOf = (agenda: AgendaRecord): Effect.Effect<AgendaSearch, StoreError> =>
  Either.map(settingsOf(agenda), ({ search = {} }) => {
    const weights: SearchWeights = { ...searchWeights, ...search.weights }
    return {
      synonyms: search.synonyms ?? [],
      weights: searchFields.every((field) => weights[field] === searchWeights[field]) ? null : weights
    }
  })
