import { AwsClient } from "aws4fetch"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { existsSync, openAsBlob, readdirSync } from "node:fs"
import { basename, join } from "node:path"
import { imagesConfig } from "../../../config/ImagesConfig.js"
import { Failure, Misuse, showConfigError } from "../../output/Failure.js"
import { isImage } from "./backUp.js"
import { attempt } from "./files.js"
import { manifestOf } from "./Manifest.js"

/** A bucket for backups: `s3:https://HOST/BUCKET`, with or without a prefix. */
const bucket = /^s3:(https?:\/\/[^\s/?#@]+\/[^\s?#]*[^\s/?#])\/?$/

/** S3 takes no larger object in one request. */
const object_bytes_max = 5 * 1_024 * 1_024 * 1_024

/** How long one object may take. */
const object_ms = 60 * 60 * 1_000

const retries_max = 3

/** The client of the bucket that an option names, with the credentials of `AGENDA_S3_…`. */
const clientOf = (target: string): Effect.Effect<{ readonly client: AwsClient; readonly url: string }, Misuse> =>
  Effect.gen(function*() {
    const url = bucket.exec(target)?.[1]
    if (url === undefined) return yield* new Misuse({ message: "--upload takes s3:https://HOST/BUCKET/PREFIX" })
    const { s3 } = yield* Effect.mapError(imagesConfig, (error) => new Misuse({ message: showConfigError(error) }))
    if (s3 === null) {
      return yield* new Misuse({ message: "--upload needs AGENDA_S3_ACCESS_KEY_ID and AGENDA_S3_SECRET_ACCESS_KEY" })
    }
    const { accessKeyId, region, secretAccessKey } = s3
    const credentials = { accessKeyId, secretAccessKey: Redacted.value(secretAccessKey) }
    return { url, client: new AwsClient({ ...credentials, region, service: "s3", retries: retries_max }) }
  })

/** A backup, and the folder of its images; null: they are in a bucket. */
export interface LocalBackup {
  readonly file: string
  readonly images: string | null
}

/** What is done with the backups in a bucket. */
export interface Uploader {
  /** Whether the bucket has the manifest of a backup of this name. */
  readonly has: (file: string) => Effect.Effect<boolean, Failure>
  /**
   * Uploads a backup under its name: the file, the images that the bucket lacks, and last the manifest. What is there
   * before the manifest is no backup yet. Objects are never deleted.
   */
  readonly put: (backup: LocalBackup) => Effect.Effect<void, Failure>
}

/** Uploads backups to the bucket that an option names. */
export const uploaderOf = (target: string): Effect.Effect<Uploader, Misuse> =>
  Effect.map(clientOf(target), ({ client, url }) => {
    const send = (name: string, method: "HEAD" | "PUT", path?: string): Effect.Effect<number, Failure> =>
      Effect.tryPromise({
        try: async (signal) => {
          const body = path === undefined ? null : await openAsBlob(path)
          if (body !== null && body.size > object_bytes_max) throw new Error("it is larger than 5 GiB: copy the file by another program")
          const address = `${url}/${name.split("/").map(encodeURIComponent).join("/")}`
          const response = await client.fetch(address, {
            method,
            body,
            signal: AbortSignal.any([signal, AbortSignal.timeout(object_ms)])
          })
          const text = method === "HEAD" ? "" : await response.text()
          const isExpected = response.ok || method === "HEAD" && (response.status === 404 || response.status === 403)
          if (!isExpected) throw new Error(`the bucket answered ${response.status}: ${text.slice(0, 500)}`)
          return response.status
        },
        catch: (cause) => new Failure({ message: `${name} cannot be uploaded: ${cause instanceof Error ? cause.message : String(cause)}` })
      })
    const imagesIn = (folder: string | null) =>
      folder === null || !existsSync(folder) ?
        Effect.succeed([]) :
        attempt(
          `${folder} cannot be read`,
          () =>
            readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isFile() && isImage(entry.name)).map(({ name }) => name)
        )
    return {
      has: (file) => Effect.map(send(basename(manifestOf(file)), "HEAD"), (status) => status === 200),
      put: ({ file, images }) =>
        Effect.gen(function*() {
          yield* send(basename(file), "PUT", file)
          for (const image of yield* imagesIn(images)) {
            const key = `${basename(images ?? "")}/${image}`
            // Images never change under a name.
            if ((yield* send(key, "HEAD")) !== 200) yield* send(key, "PUT", join(images ?? "", image))
          }
          yield* send(basename(manifestOf(file)), "PUT", manifestOf(file))
        })
    }
  })
