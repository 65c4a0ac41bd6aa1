import * as Effect from "effect/Effect"
import * as Predicate from "effect/Predicate"
import * as Schema from "effect/Schema"
import { SampleAccess, specAgendas } from "../http/spec/data/specAgendas.js"
import { specNetwork, specSchema } from "../http/spec/data/specFields.js"

/** What a module of `--setup` answers: values of options, where the command line has none. */
const Prepared = Schema.Struct({
  "key": Schema.optionalWith(Schema.String, { exact: true }),
  "write": Schema.optionalWith(Schema.String, { exact: true }),
  "secret": Schema.optionalWith(Schema.String, { exact: true }),
  "contributor-secret": Schema.optionalWith(Schema.String, { exact: true }),
  "sample": Schema.optionalWith(SampleAccess, { exact: true })
})

/** What a setup prepared: values of options, and the agendas of the sample data; null: it made none. */
export interface Setup {
  readonly options: Omit<typeof Prepared.Type, "sample">
  readonly sample: typeof SampleAccess.Type | null
}

/** A run without setup. */
export const noSetup: Setup = { options: {}, sample: null }

const setupOf = ({ sample, ...options }: typeof Prepared.Type): Setup =>
  sample === undefined
    ? { options, sample: null }
    : {
      options: {
        "write": String(sample.agendas.main),
        "secret": sample.secrets.administrator,
        "contributor-secret": sample.secrets.contributor,
        ...options
      },
      sample
    }

/**
 * Calls the default export of a module with the URL of the server, and with what the sample data needs: the agendas,
 * the additional fields of the main one and those of its network. Fails with a text.
 */
export const setUp = (module: string, url: string): Effect.Effect<Setup, string> =>
  Effect.gen(function*() {
    const exports: unknown = yield* Effect.tryPromise({ try: () => import(module), catch: String })
    const run = Predicate.hasProperty(exports, "default") ? exports.default : undefined
    if (!Predicate.isFunction(run)) return yield* Effect.fail("the module of --setup exports no function by default")
    const asked = { url, agendas: specAgendas, fields: specSchema.fields, networkFields: specNetwork.schema.fields }
    const answer: unknown = yield* Effect.tryPromise({ try: async () => run(asked), catch: (error) => `--setup failed: ${String(error)}` })
    return yield* Schema.decodeUnknown(Prepared)(answer).pipe(
      Effect.mapBoth({ onFailure: ({ message }) => `--setup answered what is no setup: ${message}`, onSuccess: setupOf })
    )
  })
