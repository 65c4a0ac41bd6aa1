import { defaultImageSteps } from "@agenda-engine/core/domain/media/ImageScaling"
import * as Config from "effect/Config"
import * as ConfigError from "effect/ConfigError"
import * as Either from "effect/Either"
import * as Option from "effect/Option"
import type * as Redacted from "effect/Redacted"

/** Where images are stored and fetched from. */
export interface ImagesConfig {
  /** A folder, or `s3:https://HOST/BUCKET`. Null: the folder `images` beside the database's file. */
  readonly target: string | null
  readonly s3: { readonly region: string; readonly accessKeyId: string; readonly secretAccessKey: Redacted.Redacted } | null
  /** Whether images may be fetched from private network addresses. */
  readonly privateAddresses: boolean
  /** Widths and heights in which images are made on request, in pixels. */
  readonly steps: ReadonlyArray<number>
}

/** More steps would make too many files of one image: the number of steps twice, and its square. */
const steps_max = 20
const step_px_max = 10_000

const isStep = (step: number): boolean => step >= 1 && step <= step_px_max

const stepsOf = (list: string): Either.Either<ReadonlyArray<number>, ConfigError.ConfigError> => {
  const steps = list.trim() === "none" ? [] : list.split(",").map((text) => /^\s*\d{1,5}\s*$/.test(text) ? Number(text) : 0)
  return steps.length <= steps_max && steps.every(isStep) ? Either.right(steps) : Either.left(
    ConfigError.InvalidData([], `at most ${steps_max} numbers from 1 to ${step_px_max} are expected, separated by commas, or none`)
  )
}

/** The configuration of images; nested in `AGENDA_…` by its users. */
export const images: Config.Config<ImagesConfig> = Config.all({
  target: Config.nonEmptyString("IMAGES").pipe(
    Config.option,
    Config.map(Option.getOrNull)
  ),
  s3: Config.all({
    region: Config.nonEmptyString("S3_REGION").pipe(Config.withDefault("us-east-1")),
    accessKeyId: Config.nonEmptyString("S3_ACCESS_KEY_ID").pipe(Config.option),
    secretAccessKey: Config.redacted("S3_SECRET_ACCESS_KEY").pipe(Config.option)
  }).pipe(
    Config.map(({ accessKeyId, region, secretAccessKey }) =>
      Option.isSome(accessKeyId) && Option.isSome(secretAccessKey)
        ? { region, accessKeyId: accessKeyId.value, secretAccessKey: secretAccessKey.value }
        : null
    )
  ),
  privateAddresses: Config.boolean("IMAGES_PRIVATE_ADDRESSES").pipe(
    Config.withDefault(false)
  ),
  steps: Config.nonEmptyString("IMAGE_STEPS").pipe(
    Config.mapOrFail(stepsOf),
    Config.withDefault(defaultImageSteps)
  )
})

/** The configuration of images from `AGENDA_…` variables, through the current `ConfigProvider`. */
export const imagesConfig: Config.Config<ImagesConfig> = Config.nested(images, "AGENDA")
