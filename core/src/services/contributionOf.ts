import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { AgendaSettings, type ContributionSettings } from "../domain/Agenda.js"
import { StoreError } from "../domain/EngineError.js"
import type { AgendaRecord } from "../record/AgendaRecord.js"

const decodeSettings = Schema.decodeUnknown(Schema.parseJson(AgendaSettings))

/** How contributions to a stored agenda are handled. Settings that are none are `Corrupt`. */
export const contributionOf = (agenda: AgendaRecord): Effect.Effect<ContributionSettings, StoreError> =>
  Effect.mapBoth(decodeSettings(agenda.settings), {
    onFailure: (cause) => new StoreError({ reason: "Corrupt", operation: "AgendaStore.settings", cause }),
    onSuccess: ({ contribution }) => contribution ?? {}
  })
