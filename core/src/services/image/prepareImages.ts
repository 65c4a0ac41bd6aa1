import * as Effect from "effect/Effect"
import * as Either from "effect/Either"
import type { StoreError } from "../../domain/error/EngineError.js"
import { issue } from "../../domain/error/Issue.js"
import { type AdditionalField, mayRead, mayWrite } from "../../domain/field/AdditionalField.js"
import type { Json, JsonObject } from "../../domain/text/Json.js"
import type { ImageRecordStore } from "../../ports/image/ImageRecordStore.js"
import type { NetworkStore } from "../../ports/NetworkStore.js"
import { type PreparedImage, type PreparedImages, readsAsImage } from "../../validation/value/readImage.js"
import { unwrapBody } from "../../validation/value/unwrapBody.js"
import type { Authorization } from "../Access.js"
import { agendaFields } from "../agenda/agendaFields.js"
import { knownImage, nameCaller, prepareField } from "./prepareImage.js"

/** The files of a write, by the names of their fields. */
export type ImageFiles = ReadonlyMap<string, Uint8Array>

const membersOf = (body: Json): JsonObject => Either.getOrElse(unwrapBody(body), (): JsonObject => ({}))

/**
 * The additional fields of type image that may get a value from this write. They are looked up only if a member or a
 * file may be an image.
 */
const imageFields = (authorization: Authorization, members: JsonObject, files: ImageFiles) =>
  [...files.keys()].some((name) => name !== "image") ||
    Object.entries(members).some(([name, value]) => name !== "image" && readsAsImage(value))
    ? Effect.map(agendaFields(authorization.agenda), (fields) => fields.filter(({ fieldType }) => fieldType === "image"))
    : Effect.succeed<ReadonlyArray<AdditionalField>>([])

const refused = (field: string): PreparedImage => ({ written: Either.left([issue("unauthorized", field)]), known: null, elsewhere: false })

/**
 * Prepares the images of a write of an event, one after the other: its own, and those of its additional fields
 * (`prepareImage`). Nothing is fetched or rendered for a field that the caller may not write. A file for one that it
 * may read is refused; other files are ignored with a warning.
 */
export const prepareImages = Effect.fnUntraced(function*<E, R>(
  authorization: Authorization,
  files: ImageFiles,
  body: Json,
  permit: Effect.Effect<void, E, R>
) {
  const members = membersOf(body)
  const caller = nameCaller(authorization.caller)
  const fields = yield* imageFields(authorization, members, files)
  const byField = new Map<string, PreparedImage>()
  const named = [
    "image",
    ...fields.flatMap((field) => {
      if (mayWrite(field, authorization)) return [field.field]
      if (files.has(field.field) && mayRead(field, authorization)) byField.set(field.field, refused(field.field))
      return []
    })
  ]
  for (const field of named) {
    const value = Object.hasOwn(members, field) ? members[field] : undefined
    byField.set(field, yield* prepareField(caller, { field, file: files.get(field) ?? null, value }, permit))
  }
  const warnings = [...files.keys()].filter((name) => !byField.has(name)).map((name) => issue("ignored", name))
  return { byField, warnings } satisfies PreparedImages
})

/** The images of an import line of an event, local or external, as presented by an export. It fetches nothing. */
export const prepareRestoredImages = (
  authorization: Authorization,
  body: Json
): Effect.Effect<PreparedImages, StoreError, ImageRecordStore | NetworkStore> =>
  Effect.gen(function*() {
    const members = membersOf(body)
    const fields = yield* imageFields(authorization, members, new Map())
    const byField = new Map<string, PreparedImage>()
    for (const field of ["image", ...fields.map(({ field }) => field)]) {
      byField.set(field, { written: null, known: yield* knownImage(members[field]), elsewhere: true })
    }
    return { byField, warnings: [] }
  })
