import * as Arr from "effect/Array"
import * as Either from "effect/Either"
import * as Schema from "effect/Schema"
import * as Struct from "effect/Struct"
import { Role } from "../domain/access/Member.js"
import { type AgendaSettings, type ContributionSettings, type SearchSettings, WeightSettings } from "../domain/agenda/Agenda.js"
import { type Issue, issue } from "../domain/error/Issue.js"
import type { EventState } from "../domain/event/Event.js"
import { omitUndefined } from "../domain/omitUndefined.js"
import { isJsonObject, type Json, type JsonObject } from "../domain/text/Json.js"
import { LanguageCode } from "../domain/text/MultilingualText.js"
import { textWords } from "../domain/text/textWords.js"
import { fault, isList, issuesOf, type ParseResult, readingOf } from "./value/ParseResult.js"
import { readOneOf } from "./value/readScalar.js"

/** The value of a result; undefined when it was not sent, or has issues. */
const valueOf = <A>(reading: ParseResult<A> | undefined): A | undefined =>
  reading === undefined ? undefined : Either.getOrUndefined(reading)

const isLanguage = Schema.is(LanguageCode)

const states: ReadonlyArray<EventState> = [-1, 0, 1, 2]

const readObject = (value: Json, field: string): ParseResult<JsonObject> =>
  isJsonObject(value) ? Either.right(value) : fault("type.invalid", field, { origin: value, message: "an object is expected" })

/** Issues for the members that an object does not take. */
const unknown = (value: JsonObject, field: string, members: ReadonlyArray<string>): ReadonlyArray<Issue> =>
  Object.keys(value).filter((member) => !members.includes(member)).map((member) =>
    issue("enum.invalid", `${field}.${member}`, {
      origin: member,
      message: `there is no such setting, remove it: ${field} takes ${members.join(", ")}`
    })
  )

const readRoles = (value: Json, field: string): ParseResult<ReadonlyArray<Role>> => {
  if (!isList(value)) return fault("type.invalid", field, { origin: value, message: "a list of roles is expected" })
  const readings = value.map((role, index) => readOneOf(role, { field: `${field}[${index}]` }, Role.literals))
  return readingOf(Arr.getRights(readings), issuesOf(readings))
}

const readLanguage = (value: Json, field: string): ParseResult<string> =>
  isLanguage(value)
    ? Either.right(value)
    : fault("enum.invalid", field, { origin: value, message: "a language code such as fr is expected" })

const contributionMembers = ["defaultState", "canPublish", "moderateOnChangeBy", "defaultLang"] as const satisfies ReadonlyArray<
  keyof ContributionSettings
>

const readContribution = (value: Json, field: string): ParseResult<ContributionSettings> =>
  Either.flatMap(readObject(value, field), (written) => {
    const on = <A>(member: (typeof contributionMembers)[number], read: (value: Json, field: string) => ParseResult<A>) => {
      const sent = Object.hasOwn(written, member) ? written[member] : undefined
      return sent === undefined ? undefined : read(sent, `${field}.${member}`)
    }
    const readings = {
      defaultState: on("defaultState", (state, at) => readOneOf(state, { field: at }, states)),
      canPublish: on("canPublish", readRoles),
      moderateOnChangeBy: on("moderateOnChangeBy", readRoles),
      defaultLang: on("defaultLang", readLanguage)
    }
    const read = omitUndefined<Required<ContributionSettings>>({
      defaultState: valueOf(readings.defaultState),
      canPublish: valueOf(readings.canPublish),
      moderateOnChangeBy: valueOf(readings.moderateOnChangeBy),
      defaultLang: valueOf(readings.defaultLang)
    })
    return readingOf(read, [...unknown(written, field, contributionMembers), ...issuesOf(Object.values(readings))])
  })

/** The number of groups of synonyms, and of words in one, at most. */
const synonymGroups_max = 100
const synonyms_max = 8

const readSynonymGroup = (value: Json, field: string): ParseResult<ReadonlyArray<string>> => {
  if (!isList(value)) return fault("type.invalid", field, { origin: value, message: "a list of words is expected" })
  if (value.length < 2 || value.length > synonyms_max) {
    return fault("range", field, { origin: value.length, message: `a group has 2 to ${synonyms_max} words` })
  }
  const readings = value.map((word, index) =>
    typeof word === "string" && textWords(word).length === 1
      ? Either.right(word)
      : fault("type.invalid", `${field}[${index}]`, { origin: word, message: "a single word is expected" })
  )
  return readingOf(Arr.getRights(readings), issuesOf(readings))
}

/** Parses groups of synonyms (wire.md §5, Agenda) and collects all issues. */
export const readSynonymGroups = (value: Json, field: string): ParseResult<ReadonlyArray<ReadonlyArray<string>>> => {
  if (!isList(value)) return fault("type.invalid", field, { origin: value, message: "a list of groups of words is expected" })
  if (value.length > synonymGroups_max) {
    return fault("tooMany", field, { origin: value.length, message: `there are at most ${synonymGroups_max} groups of synonyms` })
  }
  const readings = value.map((group, index) => readSynonymGroup(group, `${field}[${index}]`))
  return readingOf(Arr.getRights(readings), issuesOf(readings))
}

/** The weight of a part, at most. */
const weight_max = 64

const weighedParts = Struct.keys(WeightSettings.fields)

const readWeight = (value: Json, field: string): ParseResult<number> =>
  typeof value === "number" && Number.isInteger(value / 2) && value >= 0 && value <= weight_max
    ? Either.right(value)
    : fault("range", field, { origin: value, message: `a weight is an even integer from 0 to ${weight_max}` })

const readWeights = (value: Json, field: string): ParseResult<WeightSettings> =>
  Either.flatMap(readObject(value, field), (written) => {
    const readings = weighedParts.map((part) => {
      const sent = Object.hasOwn(written, part) ? written[part] : undefined
      return [part, sent === undefined ? undefined : readWeight(sent, `${field}.${part}`)] as const
    })
    const read: WeightSettings = Object.fromEntries(readings.flatMap(([part, reading]) => {
      const weight = valueOf(reading)
      return weight === undefined ? [] : [[part, weight]]
    }))
    return readingOf(read, [
      ...unknown(written, field, weighedParts),
      ...issuesOf(readings.map(([, reading]) => reading)),
      ...(weighedParts.every((part) => read[part] === 0)
        ? [issue("range", field, { origin: 0, message: "a part of events has a weight above 0" })]
        : [])
    ])
  })

const searchMembers = ["synonyms", "weights"] as const satisfies ReadonlyArray<keyof SearchSettings>

const readSearchSettings = (value: Json, field: string): ParseResult<SearchSettings> =>
  Either.flatMap(readObject(value, field), (written) => {
    const on = <A>(member: (typeof searchMembers)[number], read: (value: Json, field: string) => ParseResult<A>) => {
      const sent = Object.hasOwn(written, member) ? written[member] : undefined
      return sent === undefined ? undefined : read(sent, `${field}.${member}`)
    }
    const [synonyms, weights] = [on("synonyms", readSynonymGroups), on("weights", readWeights)]
    return readingOf(omitUndefined<Required<SearchSettings>>({ synonyms: valueOf(synonyms), weights: valueOf(weights) }), [
      ...unknown(written, field, searchMembers),
      ...issuesOf([synonyms]),
      ...issuesOf([weights])
    ])
  })

/**
 * Parses the settings of an agenda and collects all issues (wire.md §5, Agenda). Members that no setting has are
 * refused.
 *
 * @example
 * readSettings({ contribution: { canPublish: ["editor"] }, colour: "red" })
 * // enum.invalid settings.colour, enum.invalid settings.contribution.canPublish[0]
 */
export const readSettings = (written: Json): ParseResult<AgendaSettings> =>
  Either.flatMap(readObject(written, "settings"), (settings) => {
    const on = <A>(member: "contribution" | "search", read: (value: Json, field: string) => ParseResult<A>) => {
      const sent = Object.hasOwn(settings, member) ? settings[member] : undefined
      return sent === undefined ? undefined : read(sent, `settings.${member}`)
    }
    const [contribution, search] = [on("contribution", readContribution), on("search", readSearchSettings)]
    return readingOf(omitUndefined<Required<AgendaSettings>>({ contribution: valueOf(contribution), search: valueOf(search) }), [
      ...unknown(settings, "settings", ["contribution", "search"]),
      ...issuesOf([contribution]),
      ...issuesOf([search])
    ])
  })
