import * as Schema from "effect/Schema"

/** Additional fields of the agenda, as extra members of the event. */
export const byCode = {
  key: Schema.String,
  value: Schema.Unknown.annotations({
    description:
      "Any other member: an additional field of the agenda by its code, a list of option ids, one id, a boolean, a number, text, a day, `{url, name, size, type}` of a file, or an image, as `image`."
  })
}
