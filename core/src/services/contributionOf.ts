import type * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import * as Schema from "effect/Schema"
import { AgendaSettings, type ContributionSettings } from "../domain/Agenda.js"
import { StoreError } from "../domain/EngineError.js"
import { remembering } from "../domain/remembering.js"
import type { AgendaRecord } from "../record/AgendaRecord.js"

/** Every write and many reads ask for the settings of their agenda, which few agendas have and seldom change. */
const settings_max = 200

const decodeSettings = remembering(settings_max, Schema.decodeUnknownEither(Schema.parseJson(AgendaSettings)))

/** How contributions to a stored agenda are handled. Settings that are none are `Corrupt`. */
export const contributionOf = (agenda: AgendaRecord): Effect.Effect<ContributionSettings, StoreError> =>
  Either.mapBoth(decodeSettings(agenda.settings), {
    onLeft: (cause) => new StoreError({ reason: "Corrupt", operation: "AgendaStore.settings", cause }),
    onRight: ({ contribution }) => contribution ?? {}
  })
