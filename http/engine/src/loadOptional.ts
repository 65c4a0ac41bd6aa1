import * as Effect from "effect/Effect"
import * as Predicate from "effect/Predicate"
import { MissingPackage } from "./EngineFault.js"

/** The packages that only some options need, each as npm is asked for it. */
const optional = {
  "better-sqlite3": "better-sqlite3@^12.11.1",
  "@effect/sql-pg": "@effect/sql-pg@^0.53.0",
  nodemailer: "nodemailer@^10.6.0",
  sharp: "sharp@^0.35.5"
} as const

/** What Node, Bun and Deno say, and what bundlers and `require` do. */
const codes: ReadonlyArray<unknown> = ["ERR_MODULE_NOT_FOUND", "MODULE_NOT_FOUND"]

/** Whether an import failed because this package is not installed. */
const lacks = (error: unknown, name: string): boolean =>
  Predicate.hasProperty(error, "code") && codes.includes(error.code)
  && error instanceof Error && error.message.includes(`'${name}'`)

/**
 * Imports modules that need an optional package. Fails with `MissingPackage` when it is not installed. Any other
 * failure of the import is a defect.
 */
export const loadOptional = <A>(name: keyof typeof optional, option: string, load: () => Promise<A>): Effect.Effect<A, MissingPackage> =>
  Effect.tryPromise({ try: load, catch: (error) => error }).pipe(
    Effect.catchAll((error) =>
      lacks(error, name)
        ? new MissingPackage({ package: name, option, install: `npm install ${optional[name]}` })
        : Effect.die(error)
    )
  )
