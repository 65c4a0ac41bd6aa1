import { type Mail, Mailer, MailError } from "@agenda-engine/core/ports/Mailer"
import * as Clock from "effect/Clock"
import * as Config from "effect/Config"
import * as ConfigError from "effect/ConfigError"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Predicate from "effect/Predicate"
import { mkdir, open, readdir, rename, rm, stat, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { messageOf } from "./messageOf.js"
import { senderDomain } from "./senderDomain.js"

/** Where mails are written to, and whose they are. */
export interface FolderOptions {
  /** A path; made with the first mail if it is not there, for its owner alone: who reads an invitation can accept it. */
  readonly folder: string
  /** The sender: an address, or `Name <address>`. */
  readonly from: string
}

/** The file of a mail. It follows from the Message-ID, so that a mail written again takes its own place. */
const fileOf = (mail: Mail): string => `${mail.messageId.replace(/[<>]/g, "").replace(/[^\w.@-]/g, "_")}.eml`

/** Makes sure that what was done to a file or folder survives a crash of the machine. */
const settle = async (path: string): Promise<void> => {
  const handle = await open(path, "r")
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** The name of a file while it is written: it says by which process. */
const partNameOf = (name: string): string => `.${name}.${process.pid}.part`

const partName = /^\..+\.(\d+)\.part$/

/** A write takes milliseconds. A file that is older is of a process that was killed, on whatever machine it ran. */
const partAge_ms_max = 60_000

/** Whether a process of this machine has this id. One of another user counts too. */
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

/** Removes the unfinished files of processes that were killed. The files of mails being written now stay. */
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
    Effect.catchAll(({ error }) => isMissing(error) ? Effect.void : Effect.logWarning("unfinished files of mails are not removed", error))
  )

/** Writes a file that is there whole or not at all, whatever happens to the process or the machine meanwhile. */
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
  await settle(folder)
}

const failure = (cause: unknown): MailError =>
  new MailError({ reason: "temporary", message: cause instanceof Error ? cause.message : String(cause), cause })

const composed = async (mail: Mail, from: string): Promise<Uint8Array> => {
  const { createTransport } = await import("nodemailer")
  const { message } = await createTransport({ streamTransport: true, buffer: true, newline: "windows" }).sendMail(messageOf(mail, from))
  if (message instanceof Uint8Array) return message
  throw new Error("the mail was not composed")
}

/**
 * Mails as `.eml` files in a folder, for whoever sends them on, or looks at them. The library loads with the first mail. Unfinished files that
 * killed processes left in the folder are removed in the background.
 *
 * @example
 * FolderMailer.layer({ folder: "mail", from: "agenda@example.org" })
 */
export const layer = ({ folder, from }: FolderOptions): Layer.Layer<Mailer, ConfigError.ConfigError> =>
  Layer.scoped(
    Mailer,
    Effect.gen(function*() {
      const domain = senderDomain(from)
      if (domain === null) return yield* Effect.fail(ConfigError.InvalidData([], "a sender is an address, or Name <address>"))
      yield* Effect.forkScoped(removeAbandoned(folder))
      return {
        domain,
        send: (mail) => Effect.tryPromise({ try: async () => writeWhole(folder, fileOf(mail), await composed(mail, from)), catch: failure })
      }
    })
  )

/** `layer` with options from the configuration. */
export const layerConfig = (config: Config.Config.Wrap<FolderOptions>): Layer.Layer<Mailer, ConfigError.ConfigError> =>
  Layer.unwrapEffect(Effect.map(Config.unwrap(config), layer))
