import { type Mail, Mailer, MailError } from "@agenda-engine/core/ports/Mailer"
import * as Clock from "effect/Clock"
import * as Config from "effect/Config"
import * as ConfigError from "effect/ConfigError"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Predicate from "effect/Predicate"
import { mkdir, open, readdir, rename, rm, stat, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { type Nodemailer, nodemailer } from "./loadNodemailer.js"
import { messageOf, senderDomain } from "./messageOf.js"

/** The folder of the mails, and their sender. */
export interface FolderOptions {
  /**
   * A path. The folder is created with the first mail, readable by its owner only: an invitation's text suffices to
   * accept it.
   */
  readonly folder: string
  /** The sender: an address, or `Name <address>`. */
  readonly from: string
  /** Whether nodemailer loads with the first mail, and not when the layer is built. Default: false. */
  readonly lazy?: boolean | undefined
}

/** The file name of a mail. It derives from the Message-ID, so that a resent mail overwrites its file. */
const fileOf = (mail: Mail): string => `${mail.messageId.replace(/[<>]/g, "").replace(/[^\w.@-]/g, "_")}.eml`

/** Flushes a file or folder to disk (fsync). */
const sync = async (path: string): Promise<void> => {
  const handle = await open(path, "r")
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Temporary name of a file that is being written, with the id of its process. */
const partNameOf = (name: string): string => `.${name}.${process.pid}.part`

const partName = /^\..+\.(\d+)\.part$/

/** Age above which a temporary file is removed. Writing one takes milliseconds, so its process was killed. */
const partAge_ms_max = 60_000

/** Whether a process with this id runs on this machine. EPERM means one of another user. */
const isRunning = (pid: number): boolean => {
  try {
    return process.kill(pid, 0)
  } catch (cause) {
    return Predicate.hasProperty(cause, "code") && cause.code === "EPERM"
  }
}

const isAbandoned = async (path: string, pid: number, now: number): Promise<boolean> => {
  const { mtimeMs } = await stat(path)
  return now - mtimeMs > partAge_ms_max || !isRunning(pid)
}

const isMissing = (error: unknown): boolean => Predicate.hasProperty(error, "code") && error.code === "ENOENT"

/** Removes temporary files of killed processes. Files that are being written stay. */
const removeAbandoned = (folder: string): Effect.Effect<void> =>
  Effect.gen(function*() {
    const now = yield* Clock.currentTimeMillis
    const names = yield* Effect.tryPromise(() => readdir(folder))
    yield* Effect.forEach(names, (name) => {
      const [, pid] = partName.exec(name) ?? []
      if (pid === undefined) return Effect.void
      const path = join(folder, name)
      return Effect.tryPromise(async () => {
        if (await isAbandoned(path, Number(pid), now)) await rm(path, { force: true })
      }).pipe(Effect.catchIf(({ error }) => isMissing(error), () => Effect.void))
    }, { discard: true })
  }).pipe(
    Effect.catchAll(({ error }) =>
      isMissing(error) ? Effect.void : Effect.logWarning("cannot remove temporary mail files of killed processes", error)
    )
  )

/** Writes a file atomically and durably. */
const writeWhole = async (folder: string, name: string, bytes: Uint8Array): Promise<void> => {
  const unfinished = join(folder, partNameOf(name))
  await mkdir(folder, { recursive: true, mode: 0o700 })
  try {
    await writeFile(unfinished, bytes, { mode: 0o600, flush: true })
    await rename(unfinished, join(folder, name))
  } catch (cause) {
    await rm(unfinished, { force: true })
    throw cause
  }
  await sync(folder)
}

const failure = (cause: unknown): MailError =>
  new MailError({ reason: "temporary", message: cause instanceof Error ? cause.message : String(cause), cause })

const compose = async ({ createTransport }: Nodemailer, mail: Mail, from: string): Promise<Uint8Array> => {
  const { message } = await createTransport({ streamTransport: true, buffer: true, newline: "windows" }).sendMail(messageOf(mail, from))
  if (message instanceof Uint8Array) return message
  throw new Error("the mail was not composed")
}

/**
 * Writes mails as `.eml` files to a folder, for another program to send or a developer to read. Fails with `MailError`
 * where nodemailer is not installed. A background fiber removes temporary files that killed processes left.
 */
export const layer = ({ folder, from, lazy = false }: FolderOptions): Layer.Layer<Mailer, ConfigError.ConfigError | MailError> =>
  Layer.scoped(
    Mailer,
    Effect.gen(function*() {
      const domain = senderDomain(from)
      if (domain === null) return yield* Effect.fail(ConfigError.InvalidData(["from"], "a sender is an address, or Name <address>"))
      if (!lazy) yield* nodemailer
      yield* Effect.forkScoped(removeAbandoned(folder))
      return {
        domain,
        send: (mail) =>
          Effect.flatMap(nodemailer, (library) =>
            Effect.tryPromise({
              try: async () => writeWhole(folder, fileOf(mail), await compose(library, mail, from)),
              catch: failure
            }))
      }
    })
  )

/** `layer` with options from the configuration. */
export const layerConfig = (config: Config.Config.Wrap<FolderOptions>): Layer.Layer<Mailer, ConfigError.ConfigError | MailError> =>
  Layer.unwrapEffect(Effect.map(Config.unwrap(config), layer))
