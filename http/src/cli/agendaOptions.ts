import { omitUndefined } from "@agenda-engine/core/domain/omitUndefined"
import type { AgendaChange } from "@agenda-engine/core/services/Agendas"
import * as Options from "@effect/cli/Options"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { integer, text } from "./CliOptions.js"
import { readNamedJsonFile } from "./readJsonFile.js"

/** What may be said of an agenda that is made and of one that is changed. */
export const agendaOptions = {
  description: text("description", "What it is about.").pipe(Options.optional),
  image: text("image", "The http or https URL of its picture.").pipe(Options.optional),
  url: text("url", "The http or https URL of its own site.").pipe(Options.optional),
  network: integer("network", "Uid of the network whose additional fields it has.").pipe(Options.optional),
  locationSet: integer("location-set", "Uid of the location set whose locations it shares.").pipe(Options.optional),
  settings: text("settings", 'A JSON file with its settings: {"contribution":{…}}.').pipe(Options.optional),
  schema: text("schema", 'A JSON file with its additional fields: {"fields":[…]}.').pipe(Options.optional)
} as const

type Read<O> = O extends Options.Options<infer A> ? A : never

type Given = { readonly [Name in keyof typeof agendaOptions]: Read<(typeof agendaOptions)[Name]> }

type Draft = Required<Pick<AgendaChange, "description" | "image" | "url" | "networkUid" | "locationSetUid" | "settings" | "schema">>

/** What these options say of an agenda, the files that they name read. */
export const readAgendaOptions = (options: Given) =>
  Effect.gen(function*() {
    return omitUndefined<Draft>({
      description: Option.getOrUndefined(options.description),
      image: Option.getOrUndefined(options.image),
      url: Option.getOrUndefined(options.url),
      networkUid: Option.getOrUndefined(options.network),
      locationSetUid: Option.getOrUndefined(options.locationSet),
      settings: yield* readNamedJsonFile(options.settings),
      schema: yield* readNamedJsonFile(options.schema)
    })
  })
