import * as Context from "effect/Context"

/** Every limit that the engine enforces; each name ends in its unit. Defaults are those of wire.md §5. */
export interface Limits {
  /** Languages of one multilingual value: a text, keywords or a label. */
  readonly languages_max: number
  /** Characters (code points) of a title, per language. */
  readonly title_chars_max: number
  /** Characters of a short description, per language. */
  readonly description_chars_max: number
  /** Characters of a long description, per language, as stored (markdown). */
  readonly longDescription_chars_max: number
  /**
   * Characters of a long description, per language, as received: HTML is longer than its markdown. Bounds the input of
   * the conversion. Has no effect below `longDescription_chars_max`.
   */
  readonly longDescriptionRaw_chars_max: number
  /** Characters of the conditions, per language. */
  readonly conditions_chars_max: number
  /** Characters of one keyword. */
  readonly keyword_chars_max: number
  /** Characters of all keywords of one language together. */
  readonly keywords_chars_max: number
  /** Characters of the motive of a state change. */
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
   * Characters of an additional field of type textarea, markdown or html, per language, as stored. For markdown and
   * html, `longDescriptionRaw_chars_max` bounds the received text.
   */
  readonly fieldLongText_chars_max: number
  /** Characters of one single-language text of a location: its name, its address, an administrative level. */
  readonly locationText_chars_max: number
  /** Characters of a link. */
  readonly link_chars_max: number
  /** Links of one location. */
  readonly links_max: number
  /** Bytes of an image file, uploaded or fetched. */
  readonly image_bytes_max: number
  /** Pixels of an image, width times height. */
  readonly image_pixels_max: number
  /** Seconds that the files of an unused image are retained. */
  readonly unusedImage_seconds: number
  /** Characters of the title of an agenda. */
  readonly agendaTitle_chars_max: number
  /** Characters of the description of an agenda. */
  readonly agendaDescription_chars_max: number
  /** Slots of one event. */
  readonly slots_max: number
  /** Price tiers of one offers entry, and of one slot override. */
  readonly tiers_max: number
  /** Characters of the label of a price tier, per language. */
  readonly tierLabel_chars_max: number
  /** Characters of a ticketing system's identifier of an event, a tier or a slot. */
  readonly sourceRef_chars_max: number
  /** Seconds by which the `syncedAt` of an availability row may be ahead of the server's clock. */
  readonly syncedAhead_seconds_max: number
  /** Additional fields of one agenda, and of one network. */
  readonly fields_max: number
  /** Characters of the code of an additional field. */
  readonly fieldCode_chars_max: number
  /** Characters of the label of an additional field or of one of its options, per language. */
  readonly fieldLabel_chars_max: number
  /** Options of one additional field, withdrawn ones not counted. */
  readonly fieldOptions_max: number
  /** Characters of the value of an option. */
  readonly fieldOptionValue_chars_max: number
  /** Years: the largest accepted bound of `age`. */
  readonly age_years_max: number
  /** Items of `errors` in one response. Beyond it, a final `tooMany` ends the list. */
  readonly issues_max: number
  /** Characters of a rejected value that `origin` shows. */
  readonly origin_chars_max: number
  /** Default size of a page of events. */
  readonly eventsPage_default: number
  /** Maximum size of a page of events. */
  readonly eventsPage_max: number
  /** Default size of a page of agendas. */
  readonly agendasPage_default: number
  /** Maximum size of a page of agendas. */
  readonly agendasPage_max: number
  /** Default size of a page of locations. */
  readonly locationsPage_default: number
  /** Maximum size of a page of locations. */
  readonly locationsPage_max: number
  /** Default size of a page of members. */
  readonly membersPage_default: number
  /** Maximum size of a page of members. */
  readonly membersPage_max: number
  /** Distinct words of one search of agendas or locations. */
  readonly searchWords_max: number
  /** The smallest drop between consecutive scores at which `threshold=auto` cuts, in percent of the best score. */
  readonly thresholdDrop_percent_min: number
  /** Days after the end of their last slot that events stay in lists across agendas; null when unlimited. */
  readonly publicPast_days_max: number | null
  /** Distinct addresses that one call may invite. */
  readonly invitations_max: number
  /** Invitations that are processed within the call; the rest run in the background. */
  readonly invitationsAtOnce_max: number
  /** Characters of the name of an account created by an invitation. */
  readonly name_chars_max: number
  /** Characters of the message in an invitation. */
  readonly invitationMessage_chars_max: number
  /** Days until an invitation expires. */
  readonly invitation_days: number
  /**
   * Timeout of handing one mail to the mailer, in seconds. When a process dies meanwhile, others retry the mail after
   * twice this time.
   */
  readonly mail_seconds_max: number
  /** Seconds that the mail in progress may take to finish at shutdown. */
  readonly mailStop_seconds_max: number
  /** Webhooks of one agenda. */
  readonly webhooks_max: number
  /**
   * Timeout of one request to a webhook, in seconds. When a process dies meanwhile, others deliver after twice this
   * time.
   */
  readonly webhook_seconds_max: number
  /**
   * Maximum number of upcoming events in an agenda's calendar, the next first. Also bounds its withdrawn events, the
   * latest withdrawn first.
   */
  readonly calendarEvents_max: number
  /** Maximum number of events in an export, and the default of its `size`. */
  readonly exportEvents_max: number
  /** Lifetime of an access token, in seconds. */
  readonly token_seconds: number
  /** Seconds that the response of an idempotent write is stored. */
  readonly idempotency_seconds: number
  /** Seconds after which an idempotent write without sign of life is considered dead: the lease of its claim. */
  readonly claim_seconds: number
  /** Default size of a page of changes. */
  readonly changesPage_default: number
  /** Maximum size of a page of changes. */
  readonly changesPage_max: number
  /** Seconds that `hooks.beforeWrite` of the host may take, during which other writes of the agenda wait. */
  readonly hook_seconds_max: number
  /**
   * Seconds that a consumer of the host may take for a batch of changes. When a process dies meanwhile, another one
   * goes on after twice this time.
   */
  readonly consumer_seconds_max: number
  /** Days that the log of changes is kept; readers that stopped before that read the full list again. */
  readonly changes_days: number
}

/** The default limits (service.md, Limits; wire.md §5). */
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
  age_years_max: 150,
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
  webhooks_max: 20,
  webhook_seconds_max: 15,
  calendarEvents_max: 1_000,
  exportEvents_max: 10_000,
  token_seconds: 3_600,
  idempotency_seconds: 86_400,
  claim_seconds: 10,
  changesPage_default: 100,
  changesPage_max: 1_000,
  hook_seconds_max: 5,
  consumer_seconds_max: 30,
  changes_days: 30
}

/**
 * The current limits. Default: `defaultLimits`.
 *
 * @example
 * Effect.provideService(program, CurrentLimits, { ...defaultLimits, slots_max: 100 })
 */
export class CurrentLimits extends Context.Reference<CurrentLimits>()("@agenda-engine/core/domain/CurrentLimits", {
  defaultValue: (): Limits => defaultLimits
}) {}
