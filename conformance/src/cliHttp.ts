import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { parseArgs } from "node:util"
import { checkServer, type ServerUnderTest } from "./http/checkServer.js"
import { httpCases } from "./http/httpCases.js"
import { type Profile, profiles } from "./http/run/HttpCase.js"
import type { HttpReport } from "./http/run/runHttp.js"

/** The usage of the suite against a server. */
export const httpUsage = `agenda-engine-conformance --url <url> --key <key> [--write <uid> --secret <secret>]

Holds a server of /v2 to the specification. Without --write it sends only GET and HEAD.

  --url <url>                  base of /v2, such as https://agenda.example
  --key <key>                  a public key without owner
  --agenda <uid>               the agenda to read (default: one with many events)
  --write <uid>                an empty agenda to write to; everything in it is removed at the end
  --secret <secret>            secret key of an administrator or moderator of that agenda
  --contributor-secret <s>     secret key of a contributor of that agenda
  --profile <name,name>        ${Object.keys(profiles).join(", ")} (default: all that may run)
  --only <id>                  runs the cases whose ids begin so
  --concurrency <n>            requests at once (default 2)
  --delay <ms>                 pause after each request (default 0)
  --requests <n>               requests at most (default 3000)
  --list                       prints the cases and sends nothing
  --json                       prints the report as JSON

Exit: 0 conforms, 1 does not, 2 misused or not begun.
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
      "concurrency": text,
      "delay": text,
      "requests": text,
      "list": flag,
      "json": flag
    }
  }).values

/** A whole number of an option; the default without it; undefined when it is none. */
const wholeNumber = <A>(given: string | undefined, absent: A, min: number): number | A | undefined => {
  if (given === undefined) return absent
  return /^\d{1,15}$/.test(given) && Number(given) >= min ? Number(given) : undefined
}

const isProfile = (name: string): name is Profile => Object.hasOwn(profiles, name)

const serverOf = (values: ReturnType<typeof parse>): ServerUnderTest | string => {
  const { "contributor-secret": contributorSecret = null, key, only = "", profile, secret, url = "" } = values
  if (!/^https?:\/\/[^/\s]+/.test(url)) return "--url takes an http or https URL"
  if (key === undefined) return "--key is needed: a public key without owner"
  const agenda = wholeNumber(values.agenda, null, 1)
  const write = wholeNumber(values.write, null, 1)
  const concurrency = wholeNumber(values.concurrency, 2, 1)
  const delay_ms = wholeNumber(values.delay, 0, 0)
  const requests_max = wholeNumber(values.requests, 3_000, 1)
  if (agenda === undefined || write === undefined) return "--agenda and --write take the uid of an agenda"
  if (concurrency === undefined || delay_ms === undefined || requests_max === undefined) {
    return "--concurrency, --delay and --requests take whole numbers"
  }
  if (write !== null && secret === undefined) return "--write needs --secret"
  const wanted = profile?.split(",")
  const named = wanted?.filter(isProfile)
  if (wanted?.length !== named?.length) return `--profile takes ${Object.keys(profiles).join(", ")}`
  return {
    url,
    key,
    agenda,
    write: write === null || secret === undefined ? null : { agenda: write, secret, contributorSecret },
    only,
    concurrency,
    delay_ms,
    requests_max,
    ...(named === undefined ? {} : { profiles: named })
  }
}

/** The report as text: failed cases, then those that were not run, then the counts. */
const printed = ({ conforms, requests, results, url }: HttpReport & { readonly requests: number }): string => {
  const lines = results.flatMap(({ case: { clause, id, title }, outcome }) => {
    if (outcome._tag === "Passed") return []
    if (outcome._tag === "NotRun") return [`NOT RUN ${id}: needs ${outcome.needs}`]
    return [`FAILED  ${id} (${clause})`, `  ${title}`, ...outcome.reason.split("\n").map((line) => `  ${line}`)]
  })
  const count = (tag: string) => results.filter(({ outcome }) => outcome._tag === tag).length
  const counts = `${results.length} cases, ${count("Passed")} passed, ${count("Failed")} failed, ${count("NotRun")} not run`
  return [...lines, `${url} ${conforms ? "conforms" : "does not conform"}: ${counts}, ${requests} requests`].join("\n")
}

/** The report as JSON: one object per case, without its program. */
const asJson = ({ results, ...report }: HttpReport & { readonly requests: number }): string =>
  JSON.stringify(
    {
      ...report,
      results: results.map(({ case: { clause, id, profile, title }, outcome, time_ms }) => ({
        id,
        profile,
        clause,
        title,
        ...outcome,
        time_ms
      }))
    },
    null,
    2
  )

/** A text without the credentials of a run, as they are and as they stand in URLs. */
const withoutCredentials = ({ key, write }: ServerUnderTest, text: string): string =>
  [key, write?.secret ?? "", write?.contributorSecret ?? ""]
    .flatMap((credential) => credential === "" ? [] : [credential, encodeURIComponent(credential)])
    .reduce((rest, credential) => rest.replaceAll(credential, "…"), text)

/** The command line against a server: its output and exit status. Nothing that it prints holds a credential. */
export const cliHttp = (args: ReadonlyArray<string>): Effect.Effect<{ readonly status: 0 | 1 | 2; readonly output: string }> =>
  Effect.gen(function*() {
    const misused = (output: string) => ({ status: 2, output }) as const
    const values = Option.getOrUndefined(yield* Effect.option(Effect.try(() => parse(args))))
    if (values === undefined) return misused(httpUsage)
    if (values.list === true) return { status: 0, output: httpCases.map(({ id, title }) => `${id}: ${title}`).join("\n") } as const
    const server = serverOf(values)
    if (typeof server === "string") return misused(`${server}\n\n${httpUsage}`)
    const outcome = yield* Effect.either(checkServer(server))
    if (outcome._tag === "Left") {
      const { left } = outcome
      return misused(withoutCredentials(server, `not begun: ${left._tag === "Missing" ? `needs ${left.needs}` : left.message}`))
    }
    const report = outcome.right
    return {
      status: report.conforms ? 0 : 1,
      output: withoutCredentials(server, values.json === true ? asJson(report) : printed(report))
    } as const
  })
