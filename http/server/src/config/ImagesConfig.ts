import * as Config from "effect/Config"
import * as Option from "effect/Option"
import type * as Redacted from "effect/Redacted"

/** Where images are stored and fetched from. */
export interface ImagesConfig {
  /** A folder, or `s3:https://HOST/BUCKET`. Null: the folder `images` beside the database's file. */
  readonly target: string | null
  readonly s3: { readonly region: string; readonly accessKeyId: string; readonly secretAccessKey: Redacted.Redacted } | null
  /** Whether images may be fetched from private network addresses. */
  readonly privateAddresses: boolean
}

/** The configuration of images; nested in `AGENDA_…` by its users. */
export const images: Config.Config<ImagesConfig> = Config.all({
  target: Config.nonEmptyString("IMAGES").pipe(
    Config.option,
    Config.map(Option.getOrNull),
    Config.withDescription("the folder of stored images, or s3:https://HOST/BUCKET")
  ),
  s3: Config.all({
    region: Config.nonEmptyString("S3_REGION").pipe(Config.withDefault("us-east-1"), Config.withDescription("region of the bucket")),
    accessKeyId: Config.nonEmptyString("S3_ACCESS_KEY_ID").pipe(Config.option, Config.withDescription("access key of the bucket")),
    secretAccessKey: Config.redacted("S3_SECRET_ACCESS_KEY").pipe(Config.option, Config.withDescription("secret of the access key"))
  }).pipe(
    Config.map(({ accessKeyId, region, secretAccessKey }) =>
      Option.isSome(accessKeyId) && Option.isSome(secretAccessKey)
        ? { region, accessKeyId: accessKeyId.value, secretAccessKey: secretAccessKey.value }
        : null
    )
  ),
  privateAddresses: Config.boolean("IMAGES_PRIVATE_ADDRESSES").pipe(
    Config.withDefault(false),
    Config.withDescription("whether images may be fetched from private network addresses")
  )
})

/** The configuration of images from `AGENDA_…` variables, through the current `ConfigProvider`. */
export const imagesConfig: Config.Config<ImagesConfig> = Config.nested(images, "AGENDA")
