import type { createTransport } from "nodemailer"

/**
 * Imports the optional package nodemailer where it is installed. Bundlers leave the import as it is, because they would
 * refuse a package that is not installed; esbuild does so only where a rejection is handled.
 */
export const loadNodemailer = (): Promise<{ readonly createTransport: typeof createTransport }> =>
  import(/* webpackIgnore: true */ /* turbopackIgnore: true */ /* @vite-ignore */ "nodemailer")
    .catch((error: unknown) => Promise.reject(error))
