import type { StoreError } from "@agenda-engine/core/domain/error/EngineError"
import { Images } from "@agenda-engine/core/services/Images"
import type * as FileSystem from "@effect/platform/FileSystem"
import * as Clock from "effect/Clock"
import type { ConfigError } from "effect/ConfigError"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { accessSync, constants, existsSync, readdirSync, statSync } from "node:fs"
import { connect } from "node:net"
import { dirname, join } from "node:path"
import { settingFaults } from "../../config/everyConfig.js"
import { geocodingConfig } from "../../config/GeocodingConfig.js"
import { imagesConfig } from "../../config/ImagesConfig.js"
import { mailConfig } from "../../config/MailConfig.js"
import { networksOf } from "../../config/Networks.js"
import { serverConfig } from "../../config/ServerConfig.js"
import { attempt } from "../engine/backup/files.js"
import { folderOf } from "../engine/imageFolder.js"
import { withExistingEngine } from "../engine/withEngine.js"
import { type Failure, showConfigError } from "../output/Failure.js"
import { failed, type Finding, ok, tried, warning } from "./Check.js"

/** The oldest major version of Node that is still maintained. */
const node_major_min = 22

/** How long another server may take to answer. */
const answer_ms_max = 5_000

/** Checks the version of Node. */
export const checkNode = (version: string): Finding =>
  Number(/^v(\d+)/.exec(version)?.[1]) < node_major_min
    ? warning("node", `${version} is past its end of life`, "run Node 24")
    : ok("node", version)

/** Checks every setting. */
export const checkSettings = (others: ReadonlyArray<string>): Effect.Effect<Finding> =>
  Effect.map(settingFaults, (faults) => {
    if (faults.length > 0) return failed("settings", faults.map(showConfigError).join("; "), "correct these settings")
    return others.length === 0
      ? ok("settings", "agenda-engine config prints them")
      : warning("settings", `nothing reads ${others.join(", ")}`, "correct or unset these variables")
  })

/** Checks that links lead to the server. */
export const checkAddress: Effect.Effect<Finding> = Effect.map(serverConfig, ({ clients, settings }) => {
  const trusted = clients.proxies.networks.length === 0 ? "no proxy is trusted" : `proxies ${clients.proxies.networks.join(", ")}`
  return settings.publicUrl === null
    ? warning("address", `AGENDA_PUBLIC_URL is not set; ${trusted}`, "set AGENDA_PUBLIC_URL to the address that readers use")
    : ok("address", `${settings.publicUrl}; ${trusted}`)
}).pipe(Effect.orElseSucceed(() => failed("address", "unknown", "correct the settings")))

/** Checks who may read the metrics. */
export const checkMetrics: Effect.Effect<Finding> = Effect.map(serverConfig, ({ clients, metrics }) => {
  if (metrics === null) return ok("metrics", "not served")
  const [isReader, isProxy] = [networksOf(metrics.networks), networksOf(clients.proxies.networks)]
  return ["127.0.0.1", "::1"].some((address) => isReader(address) && !isProxy(address))
    ? warning(
      "metrics",
      "AGENDA_METRICS_NETWORKS has addresses of this machine: behind a proxy on it that is not trusted, everybody can read them",
      "set AGENDA_TRUST_PROXY to the address of the proxy, or AGENDA_METRICS_TOKEN instead"
    )
    : ok("metrics", "served")
}).pipe(Effect.orElseSucceed(() => failed("metrics", "unknown", "correct the settings")))

/** How old a file of no image is before it counts as one: an image that is being stored has a record first. */
const orphan_ms_min = 86_400_000

/** Files of a folder that belong to no image, and whether the database knows most of the others. */
interface Orphans {
  /** Files that are spelt as files of images, belong to none, and are older than a day. */
  readonly names: ReadonlyArray<string>
  /** Whether most files are known: otherwise the folder is probably that of another database. */
  readonly isOwnFolder: boolean
}

/** The files of a folder that belong to no image. Files that vanish meanwhile are left out. */
export const orphansIn = (folder: string): Effect.Effect<Orphans, Failure | StoreError, Images> =>
  Effect.gen(function*() {
    const now = yield* Clock.currentTimeMillis
    const all = yield* attempt(`${folder} cannot be read`, () => readdirSync(folder))
    const { known, orphans } = yield* (yield* Images).classify(all)
    const isOld = (name: string) => (statSync(join(folder, name), { throwIfNoEntry: false })?.mtimeMs ?? now) < now - orphan_ms_min
    const names = yield* attempt(`${folder} cannot be read`, () => orphans.filter(isOld))
    return { names, isOwnFolder: known.length >= orphans.length }
  })

/** The folder of the images of a database; null: they are in a bucket, or there is no folder yet. */
export const imageFolderOf = (database: string): Effect.Effect<string | null, ConfigError> =>
  Effect.map(imagesConfig, ({ target }) => {
    const folder = target ?? folderOf(database)
    return folder.startsWith("s3:") || !existsSync(folder) ? null : folder
  })

/** Checks that there are no files that belong to no image. */
export const checkOrphans = (database: string): Effect.Effect<Finding, never, FileSystem.FileSystem> =>
  tried(
    "orphans",
    "correct the settings of images, and bring the database up to date",
    Effect.gen(function*() {
      const folder = yield* imageFolderOf(database)
      if (folder === null) return ok("orphans", "there is no folder of images")
      const { isOwnFolder, names } = yield* withExistingEngine(database, orphansIn(folder))
      if (names.length === 0) return ok("orphans", `no file in ${folder} is without an image`)
      return isOwnFolder
        ? warning(
          "orphans",
          `${names.length} files in ${folder} belong to no image`,
          `agenda-engine doctor --fix moves them to ${folder}.orphans`
        )
        : warning(
          "orphans",
          `most files in ${folder} belong to no image of this database`,
          "set AGENDA_DATABASE and AGENDA_IMAGES to what belongs together"
        )
    })
  )

/** Checks that images can be written. */
export const checkImages = (database: string): Effect.Effect<Finding> =>
  tried(
    "images",
    "let the user of the server write to this folder",
    Effect.map(imagesConfig, ({ target }) => {
      if (target?.startsWith("s3:") === true) return ok("images", target)
      const folder = target ?? folderOf(database)
      if (!existsSync(folder)) {
        accessSync(dirname(folder), constants.W_OK)
        return ok("images", `${folder}, which the first image makes`)
      }
      accessSync(folder, constants.W_OK)
      return ok("images", folder)
    })
  )

const reach = (host: string, port: number): Effect.Effect<void, Error> =>
  Effect.async<void, Error>((resume) => {
    const socket = connect({ host, port })
    socket.setTimeout(answer_ms_max, () => socket.destroy(new Error("it does not answer")))
    socket.once("connect", () => {
      socket.destroy()
      resume(Effect.void)
    })
    socket.once("error", (error) => resume(Effect.fail(error)))
    return Effect.sync(() => socket.destroy())
  })

/** Checks that the mail server can be reached. */
export const checkMail: Effect.Effect<Finding> = tried(
  "mail",
  "correct AGENDA_MAIL",
  Effect.gen(function*() {
    const { target } = yield* mailConfig
    const url = target === null ? "" : Redacted.value(target)
    if (!url.startsWith("smtp")) {
      return warning("mail", "invitations are written to a folder and not sent", "set AGENDA_MAIL and AGENDA_MAIL_FROM")
    }
    const { hostname, port, protocol } = new URL(url)
    const server = `${hostname}:${port === "" ? protocol === "smtps:" ? 465 : 587 : port}`
    yield* Effect.mapError(reach(hostname, Number(server.split(":").at(-1))), ({ message }) => new Error(`${server}: ${message}`))
    return ok("mail", server)
  })
)

/** Checks that the geocoders can be reached. */
export const checkGeocoder: Effect.Effect<Finding> = tried(
  "geocoder",
  "correct AGENDA_GEOCODER_BAN_URL or AGENDA_GEOCODER_NOMINATIM_URL, or set AGENDA_GEOCODER=none",
  Effect.gen(function*() {
    const { addressBaseUrl, nominatimUrl, services } = yield* geocodingConfig
    const urls = services.map((service) =>
      service === "ban" ? addressBaseUrl ?? "https://data.geopf.fr/geocodage" : nominatimUrl ?? "https://nominatim.openstreetmap.org"
    )
    for (const url of urls) {
      const { hostname, port, protocol } = new URL(url)
      yield* Effect.mapError(
        reach(hostname, port === "" ? protocol === "https:" ? 443 : 80 : Number(port)),
        ({ message }) => new Error(`${url}: ${message}`)
      )
    }
    return ok("geocoder", urls.length === 0 ? "none" : urls.join(", "))
  })
)
