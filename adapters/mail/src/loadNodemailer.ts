import { causeMessage } from "@agenda-engine/core/domain/error/causeMessage"
import { MailError } from "@agenda-engine/core/ports/Mailer"
import * as Effect from "effect/Effect"
import type { createTransport } from "nodemailer"

/** What is used of nodemailer. */
export interface Nodemailer {
  /** Makes what sends mails over SMTP. */
  readonly createTransport: typeof createTransport
}

/**
 * Imports the optional package nodemailer where it is installed. Bundlers leave the import as it is, because they would
 * refuse a package that is not installed; esbuild does so only where a rejection is handled.
 */
export const loadNodemailer = (): Promise<Nodemailer> =>
  import(/* webpackIgnore: true */ /* turbopackIgnore: true */ /* @vite-ignore */ "nodemailer")
    .catch((error: unknown) => Promise.reject(error))

/** nodemailer. Where it is not installed, mails fail as `temporary`: they stay queued until it is. */
export const nodemailer: Effect.Effect<Nodemailer, MailError> = Effect.tryPromise({
  try: loadNodemailer,
  catch: (cause) =>
    new MailError({
      reason: "temporary",
      message: `the package nodemailer cannot be loaded (npm install nodemailer@^10.6.0): ${causeMessage(cause)}`,
      cause
    })
})
