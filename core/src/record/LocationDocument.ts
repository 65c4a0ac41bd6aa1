import * as Schema from "effect/Schema"
import { ExtId } from "../domain/Event.js"
import { Image } from "../domain/Image.js"
import { MultilingualText } from "../domain/MultilingualText.js"

const text = Schema.NullOr(Schema.String)

/** The JSON in `LocationRecord.detail`. */
export const LocationDetail = Schema.Struct({
  access: MultilingualText,
  description: MultilingualText,
  image: Schema.NullOr(Schema.Union(Image, Schema.String)),
  imageCredits: text,
  insee: text,
  website: text,
  email: text,
  phone: text,
  links: Schema.Array(Schema.String),
  extIds: Schema.Array(ExtId)
})
/** The JSON in `LocationRecord.detail`. */
export type LocationDetail = typeof LocationDetail.Type
