import { consumerNameTakes, isConsumerName } from "@agenda-engine/core/services/consumer/CurrentConsumers"
import { baseOf, userAgentOf } from "@agenda-engine/geocoding/serviceOf"
import { senderDomain } from "@agenda-engine/mail/messageOf"
import { transportOf } from "@agenda-engine/mail/SmtpMailer"
import * as Duration from "effect/Duration"
import * as Either from "effect/Either"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as Option from "effect/Option"
import * as Predicate from "effect/Predicate"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import * as Tracer from "effect/Tracer"
import { InvalidOption } from "../EngineFault.js"
import type { EngineOptions } from "../EngineOptions.js"
import { faultsIn, type Form } from "./optionForm.js"
import { limitForms, settingForms } from "./settingForms.js"

/** A function of the host. */
const Callback = Schema.declare(Predicate.isFunction)

/** An object of the host that has these members, its own or those of its class. */
const having = (members: { readonly [name: string]: Predicate.Predicate<unknown> }) =>
  Schema.declare((value): value is object =>
    Predicate.isObject(value) && Object.entries(members).every(([name, holds]) => holds(Reflect.get(value, name)))
  )

/** An instance of a class of the host with this method. Other members of an object literal are misspelt options. */
const instanceWith = (method: string) =>
  having({ [method]: Predicate.isFunction }).pipe(Schema.filter((value) => Object.getPrototypeOf(value) !== Object.prototype))

/** Members of which each may be absent or undefined. */
const optionals = <Fields extends { readonly [name: string]: Schema.Schema.AnyNoContext }>(fields: Fields) =>
  Schema.partial(Schema.Struct(fields))

const Folder = Schema.Struct({ folder: Schema.NonEmptyString })

const Sender = Schema.Struct({ from: Schema.String.pipe(Schema.filter((from) => senderDomain(from) !== null)) })

const SmtpUrl = Schema.String.pipe(Schema.filter((url) => Either.isRight(transportOf({ url: Redacted.make(url) }))))

const Bucket = Schema.Struct({
  bucket: Schema.String.pipe(Schema.filter((url) => /^https?:\/\/[^\s?#]+$/i.test(url) && URL.canParse(url))),
  region: Schema.NonEmptyString,
  accessKeyId: Schema.NonEmptyString,
  secretAccessKey: Schema.NonEmptyString
})

const Time = Schema.declare((value): value is Duration.DurationInput => Option.exists(Duration.decodeUnknown(value), Duration.isFinite))

const ServiceUrl = Schema.String.pipe(Schema.filter((url) => URL.canParse(url) && Either.isRight(baseOf("url", url))))

const UserAgent = Schema.String.pipe(Schema.filter((userAgent) => Either.isRight(userAgentOf(userAgent))))

const Nominatim = Schema.extend(
  Schema.Struct({ userAgent: UserAgent }),
  optionals({ url: ServiceUrl, interval: Time, timeout: Time })
)

const AddressBase = optionals({
  url: ServiceUrl,
  userAgent: UserAgent,
  interval: Time,
  timeout: Time,
  score_min: Schema.Number.pipe(Schema.between(0, 1))
})

const HostUsers = Schema.extend(
  Schema.Struct({ auth: Callback }),
  optionals({
    membershipOf: Callback,
    agendasOf: Callback,
    membersOf: Callback,
    directory: having({ find: Predicate.isFunction, findByEmail: Predicate.isFunction }),
    headers: Schema.Array(Schema.String.pipe(Schema.pattern(/^[\w!#$%&'*+.^`|~-]+$/))),
    engineCredentials: Schema.Boolean
  })
)

const PostgresUrl = Schema.String.pipe(Schema.filter((url) => /^postgres(?:ql)?:\/\/./.test(url) && URL.canParse(url)))

/** A URL of a database, as `storesOf` reads it. */
const DatabaseUrl = Schema.Union(Schema.String.pipe(Schema.pattern(/^(?:memory$|sqlite:[^\0]+$)/)), PostgresUrl)

const choice: Form = { schema: Schema.Boolean, takes: "true or false" }

const slot: Form = { schema: Schema.Union(Schema.String, Callback), takes: "markup, or a function that has it" }

/** An object with options of its own. */
const settings = (members: { readonly [name: string]: Form }): Form => ({ schema: Schema.Object, takes: "an object", members })

const forms: { readonly [Option in keyof EngineOptions]-?: Form } = {
  database: {
    schema: Schema.Union(
      DatabaseUrl,
      Schema.Struct({ url: DatabaseUrl }),
      Schema.Struct({ url: PostgresUrl, readFrom: Schema.optional(Schema.Array(PostgresUrl)), partitions: Schema.optional(Schema.Int) }),
      Schema.Struct({ sqlite: having({ name: Predicate.isString, memory: Predicate.isBoolean }) }),
      Schema.Struct({ pool: having({ connect: Predicate.isFunction, options: Predicate.isObject }) })
    ),
    takes: "memory, sqlite:FILE, postgres://USER:PASSWORD@HOST/NAME, { url, readFrom, partitions }, { sqlite } or { pool }",
    required: true
  },
  migrate: choice,
  images: {
    schema: Schema.Union(Schema.Literal("none", "memory"), Folder, Bucket),
    takes: "none, memory, { folder } or { bucket, region, accessKeyId, secretAccessKey }, where bucket is https://HOST/BUCKET,"
  },
  mail: {
    schema: Schema.Union(
      Schema.Literal("none"),
      Schema.extend(Sender, Schema.Struct({ smtp: SmtpUrl })),
      Schema.extend(Sender, Folder),
      Schema.Struct({ send: Callback }),
      instanceWith("send")
    ),
    takes: "none, { smtp, from }, { folder, from } or { send }, where smtp is smtp://USER:PASSWORD@HOST:PORT or smtps://…, "
      + "and from is an address, or Name <address>,"
  },
  geocoder: {
    schema: Schema.Union(
      Schema.Literal("none"),
      Schema.extend(Schema.Struct({ find: Callback }), optionals({ interval_ms: Schema.Finite.pipe(Schema.nonNegative()) })),
      instanceWith("find"),
      Schema.extend(Schema.Struct({ addressBase: AddressBase }), optionals({ nominatim: Nominatim })),
      Schema.extend(Schema.Struct({ nominatim: Nominatim }), optionals({ addressBase: Schema.Undefined }))
    ),
    takes: "none, { nominatim: { userAgent, url?, interval?, timeout? } }, "
      + "{ addressBase: { url?, userAgent?, interval?, timeout?, score_min? } }, both, or { find, interval_ms? }, "
      + "where url is an http or https URL without query, userAgent names the operator in ASCII, "
      + "and score_min is from 0 to 1,"
  },
  auth: {
    schema: Schema.Union(Callback, HostUsers),
    takes: "a function, or { auth, membershipOf?, agendasOf?, membersOf?, directory?: { find, findByEmail }, headers?, engineCredentials? }"
  },
  basePath: {
    schema: Schema.String.pipe(Schema.pattern(/^(?:\/[\w.~-]+)*\/*$/)),
    takes: "a path such as /calendar"
  },
  publicUrl: {
    schema: Schema.String.pipe(Schema.filter((url) => URL.canParse(url) && /^https?:\/\/[^?#]+$/i.test(url))),
    takes: "https://HOST or https://HOST/PATH"
  },
  trustProxy: choice,
  webhooks: {
    schema: Schema.Union(Schema.Literal("none"), optionals({ privateAddresses: Schema.Boolean })),
    takes: "none, or { privateAddresses? }"
  },
  changes: {
    schema: Schema.Record({ key: Schema.String.pipe(Schema.filter(isConsumerName)), value: Callback }),
    takes: `functions by name, where a name takes ${consumerNameTakes},`
  },
  hooks: settings({ beforeWrite: { schema: Callback, takes: "a function" } }),
  imageStore: {
    schema: having({ put: Predicate.isFunction, get: Predicate.isFunction, remove: Predicate.isFunction }),
    takes: "{ put, get, remove }"
  },
  background: choice,
  routes: settings({ docs: choice, pages: choice, embed: choice, suggest: choice }),
  anonymousReads: choice,
  templates: settings({
    head: slot,
    header: slot,
    footer: slot,
    style: { schema: Schema.String.pipe(Schema.filter((css) => !css.includes("<"))), takes: "CSS without <" },
    policy: { schema: Schema.Record({ key: Schema.String, value: Schema.String }), takes: "an object of strings" }
  }),
  logger: {
    schema: Schema.Union(
      Schema.declare(Logger.isLogger),
      having({ debug: Predicate.isFunction, info: Predicate.isFunction, warn: Predicate.isFunction, error: Predicate.isFunction })
    ),
    takes: "console, a logger such as pino, or a Logger of Effect"
  },
  tracer: { schema: Schema.declare(Predicate.hasProperty(Tracer.TracerTypeId)), takes: "a Tracer of Effect" },
  layer: { schema: Schema.declare(Layer.isLayer), takes: "a Layer of Effect" },
  limits: settings(limitForms),
  http: settings(settingForms)
}

/** Mails need an address that their links begin with. */
const unlinked = ({ mail = "none", publicUrl }: { readonly mail?: unknown; readonly publicUrl?: unknown }) =>
  mail !== "none" && publicUrl === undefined
    ? [{ option: "publicUrl", expected: "mails need it, because their links begin with it" }]
    : []

/** The images have one store. */
const twoStores = ({ images = "none", imageStore }: { readonly images?: unknown; readonly imageStore?: unknown }) =>
  images !== "none" && imageStore !== undefined
    ? [{ option: "imageStore", expected: "it takes the place of images: give one of both" }]
    : []

/** Throws `InvalidOption` with every option, and member of one, that is unknown, missing or of another form. */
export const checkOptions = (options: unknown): void => {
  const given = Predicate.isRecord(options) ? options : {}
  const [first, ...others] = [...faultsIn(given, forms, ""), ...unlinked(given), ...twoStores(given)]
  if (first !== undefined) throw new InvalidOption({ ...first, others })
}
