import * as Predicate from "effect/Predicate"
import * as Schema from "effect/Schema"
import { InvalidOption } from "./EngineFault.js"
import type { EngineOptions } from "./EngineOptions.js"

interface Form {
  readonly schema: Schema.Schema.AnyNoContext
  /** What the option takes; completes the sentence "it takes …". */
  readonly takes: string
}

/** A function of the host. */
const Callback = Schema.declare(Predicate.isFunction)

const Folder = Schema.Struct({ folder: Schema.String })

const Sender = Schema.Struct({ from: Schema.String })

const Bucket = Schema.Struct({
  bucket: Schema.String,
  region: Schema.String,
  accessKeyId: Schema.String,
  secretAccessKey: Schema.String
})

const path: Form = { schema: Schema.String, takes: "a string" }

const choice: Form = { schema: Schema.Boolean, takes: "true or false" }

const settings: Form = { schema: Schema.Object, takes: "an object" }

const forms: { readonly [Option in keyof EngineOptions]-?: Form } = {
  database: {
    schema: Schema.Union(
      Schema.String,
      Schema.Struct({ url: Schema.String }),
      Schema.Struct({ sqlite: Schema.Object }),
      Schema.Struct({ pool: Schema.Object })
    ),
    takes: "memory, sqlite:FILE, postgres://USER:PASSWORD@HOST/NAME, { url }, { sqlite } or { pool }"
  },
  migrate: choice,
  images: {
    schema: Schema.Union(Schema.Literal("none", "memory"), Folder, Bucket),
    takes: "none, memory, { folder } or { bucket, region, accessKeyId, secretAccessKey }"
  },
  mail: {
    schema: Schema.Union(
      Schema.Literal("none"),
      Schema.extend(Sender, Schema.Struct({ smtp: Schema.String })),
      Schema.extend(Sender, Folder),
      Schema.Struct({ send: Callback })
    ),
    takes: "none, { smtp, from }, { folder, from } or { send }"
  },
  geocoder: {
    schema: Schema.Union(
      Schema.Literal("none"),
      Schema.Struct({ find: Callback }),
      Schema.Struct({ addressBase: Schema.Object }),
      Schema.Struct({ nominatim: Schema.Object })
    ),
    takes: "none, { nominatim }, { addressBase }, both, or { find }"
  },
  auth: { schema: Schema.Union(Callback, Schema.Struct({ auth: Callback })), takes: "a function, or an object whose auth is one" },
  basePath: path,
  publicUrl: path,
  trustProxy: choice,
  limits: settings,
  http: settings
}

/** Throws `InvalidOption` for the first option that is unknown, missing or of another form. */
export const checkOptions = (options: unknown): void => {
  const given = Predicate.isRecord(options) ? options : {}
  for (const option of Object.keys(given)) {
    if (!Object.hasOwn(forms, option)) {
      throw new InvalidOption({ option, expected: `there is no such option; there are ${Object.keys(forms).join(", ")}` })
    }
  }
  for (const [option, { schema, takes }] of Object.entries(forms)) {
    const value = given[option]
    if (value === undefined ? option === "database" : !Schema.is(schema)(value)) {
      throw new InvalidOption({ option, expected: `${takes} is expected` })
    }
  }
}
