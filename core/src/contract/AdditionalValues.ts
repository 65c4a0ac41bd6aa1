import * as Schema from "effect/Schema"

/**
 * The default of the type parameter `Values`, the additional fields of an event by their codes: unknown. Code that
 * knows the fields of its agenda passes a type of its own. The engine does not check that type; it validates the values
 * by the field definitions of the agenda.
 *
 * @example
 * events.create<{ readonly genres?: ReadonlyArray<number>; readonly places?: number }>(authorization, draft)
 */
export type NoValues = unknown

/** Additional fields of the agenda, as extra members of the event. */
export const byCode = {
  key: Schema.String,
  value: Schema.Unknown.annotations({
    description:
      "Any other member: an additional field of the agenda by its code, a list of option ids, one id, a boolean, a number, text, a day, `{url, name, size, type}` of a file, or an image, as `image`."
  })
}
