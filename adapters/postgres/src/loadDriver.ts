import type * as PgClient from "@effect/sql-pg/PgClient"

/** What is used of the module `PgClient` of @effect/sql-pg. */
export type Driver = Pick<typeof PgClient, "fromPool" | "make" | "makeCompiler">

/**
 * Imports the optional package @effect/sql-pg where it is installed. Bundlers leave the import as it is, because they
 * would refuse a package that is not installed; esbuild does so only where a rejection is handled.
 */
export const loadDriver = (): Promise<Driver> =>
  import(/* webpackIgnore: true */ /* turbopackIgnore: true */ /* @vite-ignore */ "@effect/sql-pg/PgClient")
    .catch((error: unknown) => Promise.reject(error))
