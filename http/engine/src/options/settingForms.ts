import { defaultLimits, type Limits } from "@agenda-engine/core/domain/Limits"
import { isTimezone } from "@agenda-engine/core/domain/time/timezone"
import { isOrigin, isSiteUrl, isTheme, isTilesUrl } from "@agenda-engine/http/HttpSettings"
import * as Schema from "effect/Schema"
import type { HandlerSettings } from "../EngineOptions.js"
import type { Form } from "./optionForm.js"

/** A form for each member of an object. */
export type MemberForms<A> = { readonly [Name in keyof A]-?: Form }

const positive: Form = { schema: Schema.Int.pipe(Schema.positive()), takes: "a whole number above 0" }

const limitForm = (value: number | null): Form =>
  value === null ? { schema: Schema.NullOr(positive.schema), takes: `${positive.takes}, or null` } : positive

/** The form of each limit. */
export const limitForms: { readonly [name: string]: Form } = Object.fromEntries(
  Object.entries<Limits[keyof Limits]>({ ...defaultLimits }).map(([name, value]) => [name, limitForm(value)])
)

const choice: Form = { schema: Schema.Boolean, takes: "true or false" }

const origins: Form = {
  schema: Schema.Array(Schema.String.pipe(Schema.filter(isOrigin))),
  takes: "a list of origins as https://HOST without a path, or *"
}

const isBase = (text: string): boolean => /^https?:\/\/[^\s/?#]+\/(?:[^\s?#]*\/)?$/i.test(text) && URL.canParse(text)

const link = Schema.NullOr(Schema.String.pipe(Schema.filter(isSiteUrl)))

/** The form of each setting of the handler. */
export const settingForms: MemberForms<HandlerSettings> = {
  unprefixed: choice,
  corsOrigins: origins,
  body_bytes_max: positive,
  imagesUrl: {
    schema: Schema.NullOr(Schema.String.pipe(Schema.filter(isBase))),
    takes: "an http or https URL that ends in a slash, without query, or null"
  },
  bodies_bytes_max: positive,
  anonymousBodies_bytes_max: positive,
  requestLine_bytes_max: positive,
  compression: choice,
  responseCache_bytes_max: { schema: Schema.NonNegativeInt, takes: "a whole number, 0 or more" },
  readyWritable: { schema: Schema.Boolean, takes: "true or false" },
  ready_seconds: { schema: Schema.Finite.pipe(Schema.positive()), takes: "a number above 0" },
  accessLog: choice,
  pages: choice,
  pageRedirects: choice,
  embedOrigins: origins,
  pagesTheme: {
    schema: Schema.NullOr(Schema.String.pipe(Schema.filter(isTheme))),
    takes: "custom properties as --agenda-accent:#b00020;--agenda-radius:0, or null"
  },
  pagesTimezone: { schema: Schema.String.pipe(Schema.filter(isTimezone)), takes: "an IANA time zone" },
  startPage: choice,
  site: {
    schema: Schema.Struct({ name: Schema.NullOr(Schema.NonEmptyString), url: link, imprintUrl: link, accessibilityUrl: link }),
    takes: "{ name, url, imprintUrl, accessibilityUrl }: a text, and http or https URLs or paths; each may be null"
  },
  map: {
    schema: Schema.Struct({
      tilesUrl: Schema.NullOr(Schema.String.pipe(Schema.filter(isTilesUrl))),
      attribution: Schema.NonEmptyString
    }),
    takes: "{ tilesUrl, attribution }: an http or https URL with {z}, {x} and {y}, or null, and a text"
  }
}
