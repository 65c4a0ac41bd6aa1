import * as Schema from "effect/Schema"
import { Role } from "../access/Member.js"
import { EventState } from "../event/Event.js"
import { AgendaUid } from "../identity/Uid.js"

/** How contributions to an agenda are handled (wire.md §7). */
export const ContributionSettings = Schema.Struct({
  /** The state of a new event that has none. Default: 2 for callers who may publish, 0 for others. */
  defaultState: Schema.optionalWith(EventState, { exact: true }),
  /** The roles that may set state 2. Default: administrators and moderators. */
  canPublish: Schema.optionalWith(Schema.Array(Role), { exact: true }),
  /** The roles whose edits send a published or refused event back to review. Default: none. */
  moderateOnChangeBy: Schema.optionalWith(Schema.Array(Role), { exact: true }),
  /** The language of plain strings in multilingual fields when the request sets none. */
  defaultLang: Schema.optionalWith(Schema.String, { exact: true })
}).annotations({ identifier: "ContributionSettings" })
/** How contributions to an agenda are handled. */
export type ContributionSettings = typeof ContributionSettings.Type

const weight = Schema.optionalWith(Schema.Int, { exact: true })

/**
 * What a word adds to the score of an event, by the part that has it. Even integers; a part of weight 0 is not
 * searched. Parts without a weight have that of an agenda without settings.
 */
export const WeightSettings = Schema.Struct({
  title: weight,
  keywords: weight,
  place: weight,
  description: weight,
  longDescription: weight,
  area: weight
}).annotations({ identifier: "WeightSettings" })
/** What a word adds to the score of an event, by the part that has it. */
export type WeightSettings = typeof WeightSettings.Type

/** How events of an agenda are searched. */
export const SearchSettings = Schema.Struct({
  /** Groups of words that mean the same: a search for one also finds the others. Default: none. */
  synonyms: Schema.optionalWith(Schema.Array(Schema.Array(Schema.String)), { exact: true }),
  /** The weights of the searched parts of events. */
  weights: Schema.optionalWith(WeightSettings, { exact: true })
}).annotations({ identifier: "SearchSettings" })
/** How events of an agenda are searched. */
export type SearchSettings = typeof SearchSettings.Type

/** An agenda's settings. Stored ones may have unknown keys; written ones may not (`readSettings`). */
export const AgendaSettings = Schema.Struct(
  {
    contribution: Schema.optionalWith(ContributionSettings, { exact: true }),
    search: Schema.optionalWith(SearchSettings, { exact: true })
  },
  { key: Schema.String, value: Schema.Unknown }
).annotations({ identifier: "AgendaSettings" })
/** An agenda's settings. */
export type AgendaSettings = typeof AgendaSettings.Type

/** An agenda: a collection of events (service.md, Agenda). Instants in epoch milliseconds. */
export const Agenda = Schema.Struct({
  uid: AgendaUid,
  slug: Schema.String,
  title: Schema.String,
  description: Schema.String,
  image: Schema.NullOr(Schema.String),
  url: Schema.NullOr(Schema.String),
  official: Schema.Boolean,
  /** Only its members and its own keys can read it; no search finds it. */
  private: Schema.Boolean,
  /** Whether `/agendas` lists it and `/events` lists its events. When false, it is still readable by uid and slug. */
  indexed: Schema.Boolean,
  networkUid: Schema.NullOr(Schema.Int),
  locationSetUid: Schema.NullOr(Schema.Int),
  settings: AgendaSettings,
  createdAt: Schema.Int,
  updatedAt: Schema.Int
}).annotations({ identifier: "Agenda" })
/** An agenda: a collection of events. */
export type Agenda = typeof Agenda.Type

/** Whether an agenda may use a location: it owns it or shares its location set (wire.md §5, Locations). */
export const isOfAgenda = (
  location: { readonly agendaUid: number; readonly setUid: number | null },
  agenda: { readonly uid: number; readonly locationSetUid: number | null }
): boolean => location.agendaUid === agenda.uid || (location.setUid !== null && location.setUid === agenda.locationSetUid)
