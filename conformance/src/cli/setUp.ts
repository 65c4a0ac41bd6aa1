import * as Effect from "effect/Effect"
import * as Predicate from "effect/Predicate"
import * as Schema from "effect/Schema"
import { specNetwork, specSchema } from "../http/spec/data/specFields.js"

/** What a module of `--setup` answers: values of options, where the command line has none. */
const Prepared = Schema.Struct({
  "key": Schema.optionalWith(Schema.String, { exact: true }),
  "write": Schema.optionalWith(Schema.String, { exact: true }),
  "secret": Schema.optionalWith(Schema.String, { exact: true }),
  "contributor-secret": Schema.optionalWith(Schema.String, { exact: true })
})

/**
 * Calls the default export of a module with the URL of the server and the additional fields of the sample data: those
 * of the agenda and those of its network. Fails with a text.
 */
export const setUp = (module: string, url: string): Effect.Effect<typeof Prepared.Type, string> =>
  Effect.gen(function*() {
    const exports: unknown = yield* Effect.tryPromise({ try: () => import(module), catch: String })
    const run = Predicate.hasProperty(exports, "default") ? exports.default : undefined
    if (!Predicate.isFunction(run)) return yield* Effect.fail("the module of --setup exports no function by default")
    const asked = { url, fields: specSchema.fields, networkFields: specNetwork.schema.fields }
    const answer: unknown = yield* Effect.tryPromise({ try: async () => run(asked), catch: (error) => `--setup failed: ${String(error)}` })
    return yield* Effect.mapError(Schema.decodeUnknown(Prepared)(answer), ({ message }) => `--setup answered what is no setup: ${message}`)
  })
