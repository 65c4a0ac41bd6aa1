import { formatUtc } from "@agenda-engine/core/derive/dates/formatInstant"
import { defaultProviders } from "@agenda-engine/core/domain/ticketing/Ticketing"
import { onlineBody } from "../../../../test/world/bodies.js"
import { agendas, type Call, worldNow } from "../../world/World.js"
import { day, hour, slots_max } from "./manyEvents.js"

/** A request, by the number of its attempt, and the status of its response. */
export interface LongRequest {
  readonly path: string
  readonly call?: ((attempt: number) => Call) | undefined
  readonly status: number
}

const events = `/v2/agendas/${agendas.main}/events`
const body_bytes_max = 2 * 1_024 * 1_024
const form_bytes_max = 22 * 1_024 * 1_024
const json = "application/json"

const list = (count: number, item: (index: number) => string): string => Array.from({ length: count }, (_, index) => item(index)).join("&")
const many = <A>(count: number, item: (index: number) => A): ReadonlyArray<A> => Array.from({ length: count }, (_, index) => item(index))
const membersOf = (count: number) => Object.fromEntries(many(count, (index) => [`m${index}`, "a"]))
const fill = (text: string, bytes: number): string => text.repeat(Math.floor(bytes / text.length))

/** The body is encoded at once: the client runs in the measured process, and encoding 21 MiB takes it 70 ms. */
const posting = (type: string, body: string): LongRequest["call"] => {
  const bytes = Buffer.from(body)
  return () => ({ method: "POST", body: bytes, headers: { "content-type": type } })
}
const post = (body: unknown, status: number, type = json): LongRequest => ({
  path: events,
  call: posting(type, typeof body === "string" ? body : JSON.stringify(body)),
  status
})
const postForm = (parts: string, status = 400): LongRequest => post(parts, status, "multipart/form-data; boundary=xx")
const file = (name: string, content: string): string =>
  `--xx\r\ncontent-disposition: form-data; name="${name}"; filename="a"\r\n\r\n${content}\r\n--xx--\r\n`
const sending = (method: string, of: (attempt: number) => unknown): LongRequest["call"] => (attempt) => ({
  method,
  body: Buffer.from(JSON.stringify(of(attempt))),
  headers: { "content-type": json }
})

/** The slots of the event `slots`. */
export const slots = many(slots_max, (index) => ({
  id: index.toString(36).padStart(5, "0"),
  begin: formatUtc(worldNow + index * day),
  end: formatUtc(worldNow + index * day + hour)
}))

const rowsOf = (attempt: number) =>
  Object.fromEntries(defaultProviders.map((provider, index) => [provider, {
    syncedAt: formatUtc(worldNow + attempt),
    remaining: attempt + index,
    lowStockThreshold: 5,
    onSaleFrom: "2025-01-01T00:00:00Z",
    onSaleThrough: "2030-01-01T00:00:00Z",
    sourceRef: `source ${index}`
  }]))

const words = (chars: number): string =>
  many(Math.floor(chars / 6), (index) => `w${((index * 7_919) % 1_296).toString(36).padStart(2, "0")}ab`).join(" ")
const five = ["fr", "en", "de", "es", "it"]
const languages =
  "fr en de es it pt nl pl sv da fi nb cs sk hu ro bg el tr ru uk sr hr sl et lv lt ga cy eu ca gl br oc co mt is sq mk ar he fa hi bn ta te zh ja ko vi"
    .split(" ")
const inEach = (of: ReadonlyArray<string>, text: string) => Object.fromEntries(of.map((language) => [language, text]))
const textsIn = (of: ReadonlyArray<string>) => ({
  title: inEach(of, words(150)),
  description: inEach(of, words(200)),
  conditions: inEach(of, words(255)),
  longDescription: inEach(of, words(10_000))
})
const maximalTexts = { ...onlineBody, ...textsIn(five), state: 2 }

/** Requests that are long to parse, to check or to store. The event `slots` has to be there. */
export const longRequests: { readonly [name: string]: LongRequest } = {
  "19 000 different members": post(Object.fromEntries(many(19_000, (index) => [`m${index}`, { a: 0 }])), 400),
  "120 000 different members": post(Object.fromEntries(many(120_000, (index) => [`m${index}`, 0])), 413),
  "700 000 empty objects": post(`{"title":[${fill("{},", body_bytes_max - 20)}{}]}`, 413),
  "a million numbers": post(`{"title":[${fill("0,", body_bytes_max - 20)}0]}`, 413),
  "60 000 objects": post({ ...onlineBody, extIds: many(60_000, (index) => ({ key: `k${index}`, value: index })) }, 400),
  "19 000 unknown members": post({ ...onlineBody, ...membersOf(19_000) }, 200),
  "19 000 languages": post({ ...onlineBody, title: membersOf(19_000) }, 400),
  "100 000 slots that are none": post({ ...onlineBody, timings: many(100_000, () => ({})) }, 400),
  "20 000 slots": post({ ...onlineBody, timings: many(20_000, (index) => slots[index % slots_max]) }, 400),
  "100 000 offers": post({ ...onlineBody, offers: many(100_000, () => ({})) }, 400),
  "100 000 keywords": post({ ...onlineBody, keywords: { fr: many(100_000, (index) => `a${index}`) } }, 400),
  "2 MB of one text": post({ ...onlineBody, title: { fr: fill("a ", 2_000_000) } }, 400),
  "JSON within JSON": post({ data: `{${fill('"a":{"b":0},', 1_000_000)}"c":0}` }, 400),
  "JSON within a form": post(`data={${fill('"a":{"b":0},', 1_000_000)}"c":0}`, 400, "application/x-www-form-urlencoded"),
  "21 MiB of boundaries": postForm(fill("--xx\r\n", form_bytes_max - 100)),
  "21 MiB of parts": postForm(fill('--xx\r\ncontent-disposition: form-data; name="a"\r\n\r\nb\r\n', form_bytes_max - 100), 413),
  "21 MiB of boundaries behind the closing one": postForm(`--xx--\r\n${fill("--xx\r\n", form_bytes_max - 100)}`),
  "20 MiB of almost boundaries": postForm(file("other", fill("\r\n--x", 20_000_000))),
  "20 MiB of a file that is no picture": postForm(file("image", fill("a", 20_000_000))),
  "availability of 800 slots at four providers": {
    path: `${events}/ext/new/slots/availability`,
    call: sending("PATCH", (attempt) => Object.fromEntries(slots.map(({ id }) => [id, rowsOf(attempt)]))),
    status: 200
  },
  "another end of 800 slots": {
    path: `${events}/ext/new/slots`,
    call: sending("PATCH", (attempt) => ({
      timings: slots.map(({ begin, id }, index) => ({ id, begin, end: formatUtc(worldNow + index * day + (attempt + 2) * hour) }))
    })),
    status: 200
  },
  "another title of 800 slots": {
    path: `${events}/ext/new/slots`,
    call: sending("PATCH", (attempt) => ({ title: { fr: `Titre ${attempt}` } })),
    status: 200
  },
  "an event of 800 slots": post({ ...onlineBody, timings: slots, state: 2 }, 200),
  "an event of 800 slots with maximal texts in five languages": post({ ...maximalTexts, timings: slots }, 200),
  "texts in 50 languages": post({ ...onlineBody, ...textsIn(languages), state: 2 }, 200),
  "2 000 values of filters": {
    path: `${events}?${list(1_000, (index) => `uid[]=${index}`)}&${list(1_000, (index) => `slug[]=${index}`)}`,
    status: 200
  },
  "6 000 uids": { path: `${events}?uids=${many(6_000, String).join(",")}`, status: 200 },
  "32 000 ampersands": { path: `${events}?${fill("&", 32_000)}`, status: 200 },
  "2 400 names in brackets": { path: `${events}?${fill("a[b][c][d]=1&", 32_000)}`, status: 200 }
}
