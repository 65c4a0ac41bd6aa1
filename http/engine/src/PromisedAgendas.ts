import { Agenda, AgendaSettings } from "@agenda-engine/core/domain/agenda/Agenda"
import { StoreError } from "@agenda-engine/core/domain/error/EngineError"
import type { AdditionalField } from "@agenda-engine/core/domain/field/AdditionalField"
import type { AgendaRecord } from "@agenda-engine/core/record/AgendaRecord"
import { type AgendaChange, Agendas, type NewAgenda } from "@agenda-engine/core/services/Agendas"
import { readStoredFields } from "@agenda-engine/core/validation/field/readFieldDefinitions"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { type Promised, promised, type Run } from "./promised.js"

/** An agenda with the additional fields that it defines itself. */
export interface DefinedAgenda extends Agenda {
  readonly fields: ReadonlyArray<AdditionalField>
}

/** The methods of `Agendas` that answer whole agendas. */
interface WholeAgendas {
  /** As `Agendas.create`. */
  readonly create: (draft: NewAgenda) => Promise<DefinedAgenda>
  /** As `Agendas.update`. */
  readonly update: (uid: number, change: AgendaChange) => Promise<DefinedAgenda>
  /** As `Agendas.list`. */
  readonly list: () => Promise<ReadonlyArray<DefinedAgenda>>
  /** As `Agendas.restore`. */
  readonly restore: (
    draft: NewAgenda & { readonly uid: number }
  ) => Promise<{ readonly outcome: "created" | "updated" | "unchanged"; readonly agenda: DefinedAgenda }>
}

/** `Agendas` with promises. Agendas have settings and fields as values, not as the texts that are stored. */
export interface PromisedAgendas extends Omit<Promised<Agendas["Type"]>, keyof WholeAgendas>, WholeAgendas {}

const decodeSettings = Schema.decodeUnknown(Schema.parseJson(AgendaSettings))
const decodeAgenda = Schema.decodeUnknown(Agenda)

const definedOf = (record: AgendaRecord): Effect.Effect<DefinedAgenda, StoreError> =>
  Effect.gen(function*() {
    const agenda = yield* decodeAgenda({ ...record, settings: yield* decodeSettings(record.settings) })
    return { ...agenda, fields: readStoredFields(record.fields, "agenda", agenda.settings.contribution?.defaultLang ?? null) }
  }).pipe(
    Effect.catchTag("ParseError", (cause) => Effect.fail(new StoreError({ reason: "Corrupt", operation: "Agendas.decode", cause })))
  )

/** The service with promises. */
export const promisedAgendas = (run: Run): PromisedAgendas => {
  const { get, getOwn, search, sources } = promised(Agendas, run)
  return {
    get,
    getOwn,
    search,
    sources,
    create: (draft) => run(Effect.flatMap(Agendas, (agendas) => Effect.flatMap(agendas.create(draft), definedOf))),
    update: (uid, change) => run(Effect.flatMap(Agendas, (agendas) => Effect.flatMap(agendas.update(uid, change), definedOf))),
    list: () => run(Effect.flatMap(Agendas, (agendas) => Effect.flatMap(agendas.list, (all) => Effect.forEach(all, definedOf)))),
    restore: (draft) =>
      run(Effect.flatMap(Agendas, (agendas) =>
        Effect.flatMap(
          agendas.restore(draft),
          ({ agenda, outcome }) => Effect.map(definedOf(agenda), (defined) => ({ outcome, agenda: defined }))
        )))
  }
}
