import * as Config from "effect/Config"
import * as Option from "effect/Option"
import type * as Redacted from "effect/Redacted"

/** Where pictures are kept, and what they are fetched from. */
export interface ImagesConfig {
  /** A folder, or `s3:https://HOST/BUCKET`; null: the folder `images` beside the database's file. */
  readonly place: string | null
  readonly s3: { readonly region: string; readonly accessKeyId: string; readonly secretAccessKey: Redacted.Redacted } | null
  /** Whether pictures are fetched from addresses of this machine and of private networks too. */
  readonly privateAddresses: boolean
}

/** Read within `AGENDA_…`. */
export const images: Config.Config<ImagesConfig> = Config.all({
  place: Config.nonEmptyString("IMAGES").pipe(
    Config.option,
    Config.map(Option.getOrNull),
    Config.withDescription("the folder that images are kept in, or s3:https://HOST/BUCKET")
  ),
  s3: Config.all({
    region: Config.nonEmptyString("S3_REGION").pipe(Config.withDefault("us-east-1"), Config.withDescription("region of the bucket")),
    accessKeyId: Config.nonEmptyString("S3_ACCESS_KEY_ID").pipe(Config.option, Config.withDescription("who writes to the bucket")),
    secretAccessKey: Config.redacted("S3_SECRET_ACCESS_KEY").pipe(Config.option, Config.withDescription("the secret of that key"))
  }).pipe(
    Config.map(({ accessKeyId, region, secretAccessKey }) =>
      Option.isSome(accessKeyId) && Option.isSome(secretAccessKey)
        ? { region, accessKeyId: accessKeyId.value, secretAccessKey: secretAccessKey.value }
        : null
    )
  ),
  privateAddresses: Config.boolean("IMAGES_PRIVATE_ADDRESSES").pipe(
    Config.withDefault(false),
    Config.withDescription("whether images are fetched from addresses of private networks too")
  )
})

/** The same, read from `AGENDA_…` of whatever `ConfigProvider` there is. */
export const imagesConfig: Config.Config<ImagesConfig> = Config.nested(images, "AGENDA")
