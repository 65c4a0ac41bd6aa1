import * as Clock from "effect/Clock"
import * as Config from "effect/Config"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Predicate from "effect/Predicate"
import * as Schema from "effect/Schema"
import { parseArgs } from "node:util"
import { checkServer, type ServerUnderTest, variablesOf } from "../http/checkServer.js"
import { chosenCases, httpCases } from "../http/httpCases.js"
import { type Level, levels, type Profile, profiles } from "../http/run/HttpCase.js"
import { withoutCredentials } from "../http/run/printExchange.js"
import type { HttpVerdict } from "../http/run/runHttp.js"
import { SampleAccess, specAgendas } from "../http/spec/data/specAgendas.js"
import { specNetwork, specSchema } from "../http/spec/data/specFields.js"
import { redactReport, reportOfServer } from "../report/RunReport.js"
import { chosenBy, readReports, reportUsage, versions, writeReports } from "./reporting.js"

/** What a module of `--setup` answers: values of options, where the command line has none. */
const Prepared = Schema.Struct({
  "key": Schema.optionalWith(Schema.String, { exact: true }),
  "write": Schema.optionalWith(Schema.String, { exact: true }),
  "secret": Schema.optionalWith(Schema.String, { exact: true }),
  "contributor-secret": Schema.optionalWith(Schema.String, { exact: true }),
  "sample": Schema.optionalWith(SampleAccess, { exact: true })
})

/** What a setup prepared: values of options, and the agendas of the sample data; null: it made none. */
interface Setup {
  readonly options: Omit<typeof Prepared.Type, "sample">
  readonly sample: typeof SampleAccess.Type | null
}

/** A run without setup. */
const noSetup: Setup = { options: {}, sample: null }

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
const setUp = (module: string, url: string): Effect.Effect<Setup, string> =>
  Effect.gen(function*() {
    const exports: unknown = yield* Effect.tryPromise({ try: () => import(module), catch: String })
    const run = Predicate.hasProperty(exports, "default") ? exports.default : undefined
    if (!Predicate.isFunction(run)) return yield* Effect.fail("the module of --setup exports no function by default")
    const asked = { url, agendas: specAgendas, fields: specSchema.fields, networkFields: specNetwork.schema.fields }
    const answer: unknown = yield* Effect.tryPromise({ try: async () => run(asked), catch: (error) => `--setup failed: ${String(error)}` })
    return yield* Schema.decodeUnknown(Prepared)(answer).pipe(
      Effect.mapBoth({ onFailure: ({ message }) => `the module of --setup returned an invalid setup: ${message}`, onSuccess: setupOf })
    )
  })

/** The usage of the suite against a server. */
export const httpUsage = `agenda-engine-conformance --url <url> --key <key> [--write <uid> --secret <secret>]

Holds a server of /v2 to the specification. Without --write it sends only GET and HEAD, and the cases that write are
not run.

  --url <url>                  base of /v2, such as https://agenda.example; user:password@ is sent as Basic
                               and not printed
  --key <key>                  a public key without owner; or AGENDA_CONFORMANCE_KEY
  --agenda <uid>               the agenda to read (default: what was written, or one with many events)
  --write <uid>                the agenda to write to; what is written is removed at the end
  --secret <secret>            secret key of an administrator or moderator of that agenda;
                               or AGENDA_CONFORMANCE_SECRET
  --contributor-secret <s>     secret key of a contributor of that agenda;
                               or AGENDA_CONFORMANCE_CONTRIBUTOR_SECRET
  --setup <module>             a module that prepares the server first; see the README
  --profile <name,name>        ${Object.keys(profiles).join(", ")} (default: all);
                               compatible: of these, what clients of the public v2 API rely on; strict: all (default)
  --only <id>                  runs the cases whose ids begin so
  --replay <id>                runs one case, and prints its requests as curl commands with their answers
  --concurrency <n>            requests at once (default 2)
  --delay <ms>                 pause after each request (default 0)
  --requests <n>               requests at most (default 3000)
${reportUsage}
  --list                       prints the cases, of --profile and --only, and sends nothing

Exit: 0 conforms, 1 does not or ran no case, 2 misused or not begun, 3 conforms as far as asked: no case failed, but
some were not run. Others can see arguments; set keys by variables.
`

const text = { type: "string" } as const
const flag = { type: "boolean" } as const

const parse = (args: ReadonlyArray<string>) =>
  parseArgs({
    args: [...args],
    options: {
      "url": text,
      "key": text,
      "agenda": text,
      "write": text,
      "secret": text,
      "contributor-secret": text,
      "profile": text,
      "only": text,
      "replay": text,
      "setup": text,
      "concurrency": text,
      "delay": text,
      "requests": text,
      "report": { type: "string", multiple: true },
      "list": flag,
      "bail": flag,
      "json": flag
    }
  }).values

/** A whole number of an option; the default without it; undefined when it is none. */
const wholeNumber = <A>(given: string | undefined, absent: A, min: number): number | A | undefined => {
  if (given === undefined) return absent
  return /^\d{1,15}$/.test(given) && Number(given) >= min ? Number(given) : undefined
}

const isProfile = (name: string): name is Profile => Object.hasOwn(profiles, name)

const isLevel = (name: string): name is Level => Object.hasOwn(levels, name)

/** The profiles and the level that `--profile` names; a text says what is wrong with it. */
const readProfiles = (given: string | undefined): { readonly level: Level; readonly profiles?: ReadonlyArray<Profile> } | string => {
  const names = given?.split(",") ?? []
  const [level = "strict", ...others] = names.filter(isLevel)
  const named = names.filter(isProfile)
  if (names.some((name) => !isProfile(name) && !isLevel(name)) || others.length > 0) {
    return `--profile takes ${Object.keys(profiles).join(", ")}, and one of ${Object.keys(levels).join(", ")}`
  }
  return named.length === 0 ? { level } : { level, profiles: named }
}

/** The credentials of a run; undefined: none was given. */
interface Credentials {
  readonly key: string | undefined
  readonly secret: string | undefined
  readonly contributorSecret: string | undefined
}

/** An option, else the variable; an empty variable is none. Fails with a text. */
const credential = (given: string | undefined, variable: string): Effect.Effect<string | undefined, string> =>
  given === undefined
    ? Config.nonEmptyString(variable).pipe(
      Config.option,
      Effect.map(Option.getOrUndefined),
      Effect.mapError(() => `${variable} takes a text that is not empty`)
    )
    : Effect.succeed(given)

const readCredentials = (values: ReturnType<typeof parse>): Effect.Effect<Credentials, string> =>
  Effect.all({
    key: credential(values.key, "AGENDA_CONFORMANCE_KEY"),
    secret: credential(values.secret, "AGENDA_CONFORMANCE_SECRET"),
    contributorSecret: credential(values["contributor-secret"], "AGENDA_CONFORMANCE_CONTRIBUTOR_SECRET")
  })

const serverOf = (
  values: ReturnType<typeof parse>,
  { contributorSecret, key, secret }: Credentials,
  sample: Setup["sample"]
): ServerUnderTest | string => {
  const { bail = false, only = "", profile, url = "" } = values
  if (!/^https?:\/\/[^/\s]/.test(url) || !URL.canParse(url)) return "--url takes an http or https URL"
  if (key === undefined) return "--key or AGENDA_CONFORMANCE_KEY is needed: a public key without owner"
  if (values.replay !== undefined && !httpCases.some(({ id }) => id === values.replay)) return "--replay takes the id of a case"
  const agenda = wholeNumber(values.agenda, null, 1)
  const write = wholeNumber(values.write, null, 1)
  const concurrency = wholeNumber(values.concurrency, 2, 1)
  const delay_ms = wholeNumber(values.delay, 0, 0)
  const requests_max = wholeNumber(values.requests, 3_000, 1)
  if (agenda === undefined || write === undefined) return "--agenda and --write take the uid of an agenda"
  if (concurrency === undefined || delay_ms === undefined || requests_max === undefined) {
    return "--concurrency, --delay and --requests take whole numbers"
  }
  if (write !== null && secret === undefined) return "--write needs --secret or AGENDA_CONFORMANCE_SECRET"
  if (sample !== null && write !== sample.agendas.main) return "--write names another agenda than the sample of --setup"
  const chosen = readProfiles(profile)
  if (typeof chosen === "string") return chosen
  return {
    url,
    key,
    agenda,
    write: write === null || secret === undefined ? null : { agenda: write, secret, contributorSecret: contributorSecret ?? null, sample },
    only,
    ...(values.replay === undefined ? {} : { replay: values.replay }),
    concurrency,
    delay_ms,
    requests_max,
    bail,
    ...chosen
  }
}

type Progress = (id: string, done: number, declared: number) => void

/** Exit statuses. */
const statuses = { "conforms": 0, "conforms as far as asked": 3, "does not conform": 1, "incomplete": 1 } as const satisfies Record<
  HttpVerdict,
  number
>

type Output = { readonly status: 0 | 1 | 2 | 3; readonly output: string }

const check = (given: ReturnType<typeof parse>, folder: string, onProgress: Progress | undefined): Effect.Effect<Output, string> =>
  Effect.gen(function*() {
    const misused = (output: string): Output => ({ status: 2, output })
    const { options, sample } = given.setup === undefined ? noSetup : yield* setUp(new URL(given.setup, folder).href, given.url ?? "")
    const values = { ...options, ...given }
    const reports = readReports(values.report ?? [], values.json === true)
    if (typeof reports === "string") return misused(reports)
    const server = serverOf(values, yield* readCredentials(values), sample)
    if (typeof server === "string") return misused(`${server}\n\n${httpUsage}`)
    const startedAt = DateTime.formatIso(DateTime.unsafeMake(yield* Clock.currentTimeMillis))
    const redact = (text: string) => withoutCredentials(text, variablesOf(server, null))
    const outcome = yield* Effect.either(
      checkServer({ ...server, onResult: ({ case: { id } }, done) => onProgress?.(id, done, httpCases.length) })
    )
    if (outcome._tag === "Left") {
      const { left } = outcome
      return misused(redact(`not begun: ${left._tag === "Missing" ? `needs ${left.needs}` : left.message}`))
    }
    const report = redactReport(
      reportOfServer(outcome.right, {
        startedAt,
        chosen: chosenBy({ profile: values.profile, only: values.only, replay: values.replay }),
        seed: null,
        versions: versions(),
        lacks: {}
      }),
      redact
    )
    return { status: statuses[outcome.right.verdict], output: yield* writeReports(report, reports) } satisfies Output
  })

/** The command line against a server: its output and exit status. What it prints and writes holds no credential. */
export const cliHttp = (
  args: ReadonlyArray<string>,
  { folder, onProgress }: { readonly folder: string; readonly onProgress?: Progress }
): Effect.Effect<Output> =>
  Effect.gen(function*() {
    const values = Option.getOrUndefined(yield* Effect.option(Effect.try(() => parse(args))))
    if (values === undefined) return { status: 2, output: httpUsage }
    if (values.list === true) {
      const chosen = readProfiles(values.profile)
      if (typeof chosen === "string") return { status: 2, output: chosen }
      const cases = chosenCases({ ...chosen, only: values.only ?? "" })
      return { status: 0, output: cases.map(({ id, title }) => `${id}: ${title}`).join("\n") }
    }
    return yield* Effect.catchAll(check(values, folder, onProgress), (output) => Effect.succeed<Output>({ status: 2, output }))
  })
