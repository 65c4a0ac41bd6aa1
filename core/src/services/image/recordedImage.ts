import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { StoreError } from "../../domain/error/EngineError.js"
import { Image, ImageSize } from "../../domain/media/Image.js"
import type { ImageRecord } from "../../record/ImageRecord.js"

const RecordedImage = Schema.Struct({
  ...Image.fields,
  scaled: Schema.optionalWith(Schema.Array(ImageSize), { default: () => [] })
})
/** The image of a record, with the sizes in which it was made on request. */
type RecordedImage = typeof RecordedImage.Type

const decode = Schema.decodeUnknown(Schema.parseJson(RecordedImage))
const decodeOption = Schema.decodeUnknownOption(Schema.parseJson(RecordedImage))

/** Decodes the image of a record. */
export const recordedImage = ({ image }: ImageRecord): Effect.Effect<RecordedImage, StoreError> =>
  Effect.mapError(decode(image), (cause) => new StoreError({ reason: "Corrupt", operation: "Images.decode", cause }))

/** The sizes in which the image of a record was made on request; none when the record is corrupt. */
export const scaledSizesOf = ({ image }: ImageRecord): ReadonlyArray<ImageSize> =>
  Option.match(decodeOption(image), { onNone: () => [], onSome: ({ scaled }) => scaled })

/** Whether the image was made in this size before. */
export const hasSize = ({ scaled }: RecordedImage, { height, width }: ImageSize): boolean =>
  scaled.some((size) => size.width === width && size.height === height)
