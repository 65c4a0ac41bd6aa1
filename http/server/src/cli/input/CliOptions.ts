import * as Args from "@effect/cli/Args"
import * as HelpDoc from "@effect/cli/HelpDoc"
import * as Options from "@effect/cli/Options"
import * as ValidationError from "@effect/cli/ValidationError"
import * as Arr from "effect/Array"
import * as Config from "effect/Config"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { Misuse } from "../output/Failure.js"

/**
 * The environment variable of an option; the command line takes precedence.
 *
 * @example
 * variableOf("no-migrate") // "AGENDA_NO_MIGRATE"
 */
export const variableOf = (option: string): string => `AGENDA_${option.toUpperCase().replaceAll("-", "_")}`

const ofOptions = new Set<string>()

/** The variables of all options that commands have. */
export const optionVariables: ReadonlySet<string> = ofOptions

const described = (option: string, about: string): string => {
  ofOptions.add(variableOf(option))
  return `${about} Or ${variableOf(option)}.`
}

/** An option that takes any text. */
export const text = (name: string, about: string): Options.Options<string> =>
  Options.text(name).pipe(Options.withFallbackConfig(Config.string(variableOf(name))), Options.withDescription(described(name, about)))

/** The name of an option in messages, with its variable. */
const named = (option: string): string => `--${option} (or ${variableOf(option)})`

const invalid = (message: string): ValidationError.ValidationError => ValidationError.invalidValue(HelpDoc.p(message))

const decodeInteger = Schema.decodeUnknown(Schema.NumberFromString.pipe(Schema.int()))

/** Parses the text of an option or argument as a whole number. */
const parseInteger = (name: string) => (value: string): Effect.Effect<number, ValidationError.ValidationError> =>
  Effect.mapError(decodeInteger(value), () => invalid(`${name} takes a whole number, not '${value}'`))

/** An option that takes a whole number. */
export const integer = (name: string, about: string): Options.Options<number> =>
  Options.text(name).pipe(
    Options.withPseudoName("integer"),
    Options.withFallbackConfig(Config.string(variableOf(name))),
    Options.mapEffect(parseInteger(named(name))),
    Options.withDescription(described(name, about))
  )

/** A positional argument that takes a whole number. */
export const integerArgument = (name: string, about: string): Args.Args<number> =>
  Args.text({ name }).pipe(
    Args.mapEffect((value) => Effect.mapError(parseInteger(name)(value), ({ error }) => error)),
    Args.withDescription(about)
  )

/** A boolean option; false when absent. */
export const flag = (name: string, about: string): Options.Options<boolean> =>
  Options.boolean(name).pipe(
    Options.withFallbackConfig(Config.boolean(variableOf(name)).pipe(Config.withDefault(false))),
    Options.withDescription(described(name, about))
  )

/** Message for a command line with both `--name` and `--no-name`. */
const both = (name: string): string => `--${name} and --no-${name} cannot be combined`

/** The error for a command line with both `--name` and `--no-name`. */
export const contradiction = (name: string): Misuse => new Misuse({ message: both(name) })

/** Options `--name` and `--no-name`; none when neither is given. */
export const booleanOption = (name: string, about: string): Options.Options<Option.Option<boolean>> =>
  Options.all([flag(name, about), flag(`no-${name}`, "The opposite.")]).pipe(
    Options.mapEffect(([yes, no]) => {
      if (yes && no) return Effect.fail(ValidationError.invalidValue(HelpDoc.p(both(name))))
      return Effect.succeed(yes || no ? Option.some(yes) : Option.none())
    })
  )

/** An option with one of several values. */
export const choice = <A extends string>(name: string, words: ReadonlyArray<A>, about: string): Options.Options<A> =>
  Options.text(name).pipe(
    Options.withPseudoName(words.join(" | ")),
    Options.withFallbackConfig(Config.string(variableOf(name))),
    Options.mapEffect((value) =>
      Effect.mapError(
        Arr.findFirst(words, (word) => word === value),
        () => invalid(`${named(name)} takes ${words.join(", ")}, not '${value}'`)
      )
    ),
    Options.withDescription(described(name, about))
  )

/**
 * An option that may be repeated; its variable takes a list separated by commas. `schema` decodes each value.
 */
export const repeatedOption = <A, I extends string>(
  name: string,
  schema: Schema.Schema<A, I>,
  about: string
): Options.Options<ReadonlyArray<A>> => {
  const read = Schema.decodeUnknown(schema)
  const fault = (text: string) => ValidationError.invalidValue(HelpDoc.p(`${named(name)} does not take '${text}'`))
  return Options.repeated(Options.text(name)).pipe(
    Options.mapEffect((given) =>
      given.length > 0
        ? Effect.succeed(given)
        : Effect.orElseSucceed(Config.array(Config.string(), variableOf(name)), (): Array<string> => [])
    ),
    Options.mapEffect((texts) => Effect.forEach(texts, (text) => Effect.mapError(read(text), () => fault(text)))),
    Options.withDescription(described(name, `${about} May be repeated; values of the variable are separated by commas.`))
  )
}

/** URL of the database; an option of every command. */
export const database: Options.Options<string> = text(
  "database",
  "sqlite:FILE, sqlite::memory: or postgres://USER:PASSWORD@HOST/NAME; default sqlite:agenda.db."
).pipe(Options.withDefault("sqlite:agenda.db"))

/** Whether to print the result as JSON; an option of every command. */
export const json: Options.Options<boolean> = flag("json", "Print the result as one JSON value on stdout.")

/** The help text of a command: summary, more paragraphs, and examples. */
export const help = (summary: string, examples: ReadonlyArray<string>, more: ReadonlyArray<string> = []): HelpDoc.HelpDoc =>
  HelpDoc.blocks([
    HelpDoc.p(summary),
    ...more.map((paragraph) => HelpDoc.p(paragraph)),
    HelpDoc.h1("EXAMPLES"),
    ...examples.map((example) => HelpDoc.p(`$ agenda-engine ${example}`))
  ])
