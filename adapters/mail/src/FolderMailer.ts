import { type Mail, Mailer, MailError } from "@agenda-engine/core/ports/Mailer"
import * as Config from "effect/Config"
import * as ConfigError from "effect/ConfigError"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { mkdir, open, rename, rm, writeFile } from "node:fs/promises"
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

/** Writes a file that is there whole or not at all, whatever happens to the process or the machine meanwhile. */
const writeWhole = async (folder: string, name: string, bytes: Uint8Array): Promise<void> => {
  const unfinished = join(folder, `.${name}.${process.pid}.part`)
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
 * Mails as `.eml` files in a folder, for whoever sends them on, or looks at them. The library loads with the first mail.
 *
 * @example
 * FolderMailer.layer({ folder: "mail", from: "agenda@example.org" })
 */
export const layer = ({ folder, from }: FolderOptions): Layer.Layer<Mailer, ConfigError.ConfigError> =>
  Layer.effect(
    Mailer,
    Effect.gen(function*() {
      const domain = senderDomain(from)
      if (domain === null) return yield* Effect.fail(ConfigError.InvalidData([], "a sender is an address, or Name <address>"))
      return {
        domain,
        send: (mail) => Effect.tryPromise({ try: async () => writeWhole(folder, fileOf(mail), await composed(mail, from)), catch: failure })
      }
    })
  )

/** `layer` with options from the configuration. */
export const layerConfig = (config: Config.Config.Wrap<FolderOptions>): Layer.Layer<Mailer, ConfigError.ConfigError> =>
  Layer.unwrapEffect(Effect.map(Config.unwrap(config), layer))
