import * as Effect from "effect/Effect"
import { ConformanceFailure } from "../../ConformanceFailure.js"
import type { Answer } from "../answer/Answer.js"
import { Missing } from "../run/CaseFailure.js"
import { type Asked, type AskedValue, isNested } from "../spelling/Asked.js"
import { spellings } from "../spelling/spellings.js"
import { moved, type SpecCase } from "./SpecCase.js"
import { type SpecData, type SpecUids, withUids } from "./SpecData.js"

const lists = ["/agendas/{agenda:main}/events", "/events"]

/**
 * A request narrowed to the sample data of one run: an agenda may hold other events, removed ones included, and other
 * locations, a server other agendas. Nothing is added without a tag, and to requests that name uids.
 */
export const narrowed = ({ agendas, events, tag }: SpecUids, path: string, asked: Asked): Asked => {
  if (tag === "") return asked
  if (lists.includes(path)) return "uid" in asked ? asked : { ...asked, uid: [...events.values()].map(String) }
  if (path === "/agendas") return "uid" in asked ? asked : { ...asked, uid: [...agendas.values()].map(String) }
  const { search = "" } = asked
  const hasWord = typeof search === "string" && (search === "" || /[\p{L}\p{N}]/u.test(search))
  return path === "/agendas/{agenda:main}/locations" && hasWord ? { ...asked, search: `${tag.slice(1)} ${search}`.trim() } : asked
}

const eachText = (asked: Asked, change: (text: string) => string): Asked => {
  const inside = (value: AskedValue): AskedValue => {
    if (typeof value === "string") return change(value)
    if (isNested(value)) return eachText(value, change)
    return value.map((item) => typeof item === "string" ? change(item) : eachText(item, change))
  }
  return Object.fromEntries(Object.entries(asked).map(([name, value]) => [name, inside(value)]))
}

/** Compares the answers to the same request in two spellings: status, text and entity tag. */
const differs = (first: Answer, other: Answer): string | null => {
  if (other.status !== first.status) return `the status: expected ${first.status}, was ${other.status} with ${other.text.slice(0, 300)}`
  if (first.status !== 200) return null
  if (other.text !== first.text) return `the text: expected ${first.text.slice(0, 300)}, was ${other.text.slice(0, 300)}`
  return other.headers["etag"] === first.headers["etag"] ? null : "the entity tag differs"
}

/**
 * Sends a request in every spelling, or in the first so many. The answer to the first spelling must be what the case
 * says, every other answer the same bytes.
 */
export const checkSpec = <E>(
  { also, answers, as = "ownerless", asked, clause, path }: SpecCase,
  data: SpecData<E>,
  spellings_max = Number.POSITIVE_INFINITY
): Effect.Effect<void, ConformanceFailure | Missing | E> => {
  const spelled = spellings(eachText(narrowed(data, path, asked), (text) => withUids(data)(moved(text, data))), also).slice(
    0,
    spellings_max
  )
  const where = `/v2${withUids(data)(path)}`
  const headers = data.headersOf(as)
  if (headers === null) return new Missing({ needs: `the credential ${as}` })
  const requests = spelled.map(([spelling, queryString]) => ({
    spelling,
    request: queryString === "" ? where : `${where}?${queryString}`
  }))
  return Effect.forEach(
    requests,
    ({ request, spelling }) => Effect.map(data.send(request, { headers }), (answer) => ({ spelling, request, answer })),
    { concurrency: 4 }
  ).pipe(Effect.flatMap(([first, ...others]) => {
    const found = first === undefined ? "no request was sent" : answers(first.answer, data)
    if (found !== null) return new ConformanceFailure({ what: `GET ${first?.request ?? where}`, expected: clause, actual: found })
    for (const { answer, request, spelling } of others) {
      const difference = first === undefined ? null : differs(first.answer, answer)
      if (difference !== null) {
        return new ConformanceFailure({
          what: `GET ${request} (${spelling})`,
          expected: `the answer to ${first?.request}`,
          actual: difference
        })
      }
    }
    return Effect.void
  }))
}
