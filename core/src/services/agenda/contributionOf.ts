import type * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Schema from "effect/Schema"
import { AgendaSettings, type ContributionSettings } from "../../domain/agenda/Agenda.js"
import { StoreError } from "../../domain/error/EngineError.js"
import { memoize } from "../../domain/LruCache.js"
import type { AgendaRecord } from "../../record/AgendaRecord.js"

/** Every write and many reads need the settings of their agenda. Few agendas have any, and they seldom change. */
const settings_max = 200

const decodeSettings = memoize(settings_max, Schema.decodeUnknownEither(Schema.parseJson(AgendaSettings)))

/** The settings of a stored agenda. Settings that cannot be decoded fail with `Corrupt`. */
export const settingsOf = (agenda: AgendaRecord): Either.Either<AgendaSettings, StoreError> =>
  Either.mapLeft(
    decodeSettings(agenda.settings),
    (cause) => new StoreError({ reason: "Corrupt", operation: "AgendaStore.settings", cause })
  )

/** The contribution settings of a stored agenda. */
export const contributionOf = (agenda: AgendaRecord): Effect.Effect<ContributionSettings, StoreError> =>
  Either.map(settingsOf(agenda), ({ contribution }) => contribution ?? {})
