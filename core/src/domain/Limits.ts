import * as Context from "effect/Context"

/** Every bound the engine enforces, with its unit last in the name. Defaults are wire.md §5's. */
export interface Limits {
  /** Languages of one multilingual value, be they of text, keywords or labels. */
  readonly languages_max: number
  /** Characters (code points) of a title, per language. */
  readonly title_chars_max: number
  /** Characters of a short description, per language. */
  readonly description_chars_max: number
  /** Characters of a long description, per language, as it is stored: markdown. */
  readonly longDescription_chars_max: number
  /**
   * Characters of a long description, per language, as it is written: HTML says in more characters what markdown says in fewer. Bounds what
   * is converted; where it is below `longDescription_chars_max`, that one holds.
   */
  readonly longDescriptionRaw_chars_max: number
  /** Characters of the conditions, per language. */
  readonly conditions_chars_max: number
  /** Characters of one keyword. */
  readonly keyword_chars_max: number
  /** Characters of all keywords of one language together. */
  readonly keywords_chars_max: number
  /** Characters of the motive of a change of state. */
  readonly motive_chars_max: number
  /** Characters of the image credits. */
  readonly imageCredits_chars_max: number
  /** Characters of all registration values together. */
  readonly registration_chars_max: number
  /** Characters of an external identifier's value, and of its key. */
  readonly extId_chars_max: number
  /** External identifiers of one event or location. */
  readonly extIds_max: number
  /** Characters of an additional field of type text, per language. */
  readonly fieldText_chars_max: number
  /**
   * Characters of an additional field of type textarea, markdown or html, per language, as it is stored. Of the latter two
   * `longDescriptionRaw_chars_max` bounds what is written.
   */
  readonly fieldLongText_chars_max: number
  /** Characters of one text of a location that is not multilingual: its name, its address, a level of it. */
  readonly locationText_chars_max: number
  /** Characters of a link. */
  readonly link_chars_max: number
  /** Links of one location. */
  readonly links_max: number
  /** Bytes of the file of a picture, sent or fetched. */
  readonly image_bytes_max: number
  /** Pixels of a picture, its width by its height. */
  readonly image_pixels_max: number
  /** Seconds that the files of a picture stay after nothing uses it any more. */
  readonly unusedImage_seconds: number
  /** Characters of the title of an agenda. */
  readonly agendaTitle_chars_max: number
  /** Characters of the description of an agenda. */
  readonly agendaDescription_chars_max: number
  /** Slots of one event. */
  readonly slots_max: number
  /** Price tiers of one offers entry, and of one override. */
  readonly tiers_max: number
  /** Characters of the label of a price tier, per language. */
  readonly tierLabel_chars_max: number
  /** Characters of what the ticketing side calls an event, a tier or a slot. */
  readonly sourceRef_chars_max: number
  /** Seconds by which the `syncedAt` of an availability row may be ahead of the server's clock. */
  readonly syncedAhead_seconds_max: number
  /** Additional fields of one agenda of its own, and of one network. */
  readonly fields_max: number
  /** Characters of the code of an additional field. */
  readonly fieldCode_chars_max: number
  /** Characters of the label of an additional field or of one of its options, per language. */
  readonly fieldLabel_chars_max: number
  /** Options that one additional field offers, withdrawn ones not counted. */
  readonly fieldOptions_max: number
  /** Characters of the value of an option. */
  readonly fieldOptionValue_chars_max: number
  /** Years: the greatest bound of `age`. */
  readonly age_years_max: number
  /** Items of `errors` in one answer; past that one `tooMany` closes the list. */
  readonly issues_max: number
  /** Characters of a refused value that are shown as `origin`. */
  readonly origin_chars_max: number
  /** Events of one page when none is asked for. */
  readonly eventsPage_default: number
  /** Events of one page at most. */
  readonly eventsPage_max: number
  /** Agendas of one page when none is asked for. */
  readonly agendasPage_default: number
  /** Agendas of one page at most. */
  readonly agendasPage_max: number
  /** Locations of one page when none is asked for. */
  readonly locationsPage_default: number
  /** Locations of one page at most. */
  readonly locationsPage_max: number
  /** Members of one page when none is asked for. */
  readonly membersPage_default: number
  /** Members of one page at most. */
  readonly membersPage_max: number
  /** Different words of one search of agendas or locations. */
  readonly searchWords_max: number
  /** How large a drop between scores has to be, in percent of the best one, for `threshold=auto` to cut there. */
  readonly thresholdDrop_percent_min: number
  /** Days since the end of their last slot for which events are listed across agendas; null: for ever. */
  readonly publicPast_days_max: number | null
  /** Different addresses that one call invites. */
  readonly invitations_max: number
  /** Of these, how many are processed in the call; the rest is in the background. */
  readonly invitationsAtOnce_max: number
  /** Characters of the name of an account that an invitation makes. */
  readonly name_chars_max: number
  /** Characters of the message in an invitation. */
  readonly invitationMessage_chars_max: number
  /** Days for which an invitation can be accepted. */
  readonly invitation_days: number
  /** Seconds that handing over a mail may take. A process that was killed over one leaves it to others after twice as long. */
  readonly mail_seconds_max: number
  /** Seconds that the mail being handed over gets to finish when the process is told to stop. */
  readonly mailStop_seconds_max: number
  /** Events in the calendar of an agenda, the next first; and as many that are no longer public, the last to go first. */
  readonly calendarEvents_max: number
  /** Seconds an access token lives. */
  readonly token_seconds: number
  /** Seconds for which the answer of a write that may be repeated is kept. */
  readonly keptAnswer_seconds: number
  /** Seconds after which a write that may be repeated, and was not heard of since, is taken for dead. */
  readonly claim_seconds: number
}

/** The bounds of service.md and wire.md. */
export const defaultLimits: Limits = {
  languages_max: 50,
  title_chars_max: 150,
  description_chars_max: 200,
  longDescription_chars_max: 10_000,
  longDescriptionRaw_chars_max: 40_000,
  conditions_chars_max: 255,
  keyword_chars_max: 255,
  keywords_chars_max: 2_000,
  motive_chars_max: 2_000,
  imageCredits_chars_max: 255,
  registration_chars_max: 2_000,
  extId_chars_max: 255,
  extIds_max: 100,
  fieldText_chars_max: 255,
  fieldLongText_chars_max: 10_000,
  locationText_chars_max: 255,
  link_chars_max: 2_000,
  links_max: 100,
  image_bytes_max: 20 * 1_024 * 1_024,
  image_pixels_max: 50_000_000,
  unusedImage_seconds: 86_400,
  agendaTitle_chars_max: 255,
  agendaDescription_chars_max: 10_000,
  slots_max: 800,
  tiers_max: 50,
  tierLabel_chars_max: 255,
  sourceRef_chars_max: 255,
  syncedAhead_seconds_max: 300,
  fields_max: 200,
  fieldCode_chars_max: 100,
  fieldLabel_chars_max: 500,
  fieldOptions_max: 2_000,
  fieldOptionValue_chars_max: 255,
  age_years_max: 120,
  issues_max: 1_000,
  origin_chars_max: 200,
  eventsPage_default: 20,
  eventsPage_max: 300,
  agendasPage_default: 20,
  agendasPage_max: 100,
  locationsPage_default: 20,
  locationsPage_max: 300,
  membersPage_default: 20,
  membersPage_max: 100,
  searchWords_max: 64,
  thresholdDrop_percent_min: 50,
  publicPast_days_max: null,
  invitations_max: 1_000,
  invitationsAtOnce_max: 20,
  name_chars_max: 255,
  invitationMessage_chars_max: 10_000,
  invitation_days: 30,
  mail_seconds_max: 90,
  mailStop_seconds_max: 3,
  calendarEvents_max: 1_000,
  token_seconds: 3_600,
  keptAnswer_seconds: 86_400,
  claim_seconds: 10
}

/**
 * The limits in force. A reference: without a layer the defaults hold.
 *
 * @example
 * Effect.provideService(program, CurrentLimits, { ...defaultLimits, slots_max: 100 })
 */
export class CurrentLimits extends Context.Reference<CurrentLimits>()("@agenda-engine/core/domain/CurrentLimits", {
  defaultValue: (): Limits => defaultLimits
}) {}
