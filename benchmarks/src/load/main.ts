import { readFileSync } from "node:fs"
import { usageOfAll } from "../process/Usage.js"
import { converse, type SentRequest } from "./KeptConnection.js"
import type { LoadOptions, LoadRequest, LoadResult } from "./LoadOptions.js"
import { makeTally } from "./Tally.js"

const [file = ""] = process.argv.slice(2)
// Who writes the file has checked it: this process starts in every round, and is not to load a thousand modules for it.
const options: LoadOptions = JSON.parse(readFileSync(file, "utf8"))
const { connections, measure_ms, pace_perSecond, requests, requests_max, seq_from, servers } = options
const pids = servers.map(({ pid }) => pid)
const warmUp_ms = requests_max === null ? options.warmUp_ms : 0

const numbered = /\{seq\}/g

const bytesOf = ({ body, headers, method, path }: LoadRequest, seq: number): Buffer => {
  const content = body?.replace(numbered, `${seq}`)
  const lines = [
    `${method} ${path.replace(numbered, `${seq}`)} HTTP/1.1`,
    "host: 127.0.0.1",
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    ...(content === undefined ? [] : ["content-type: application/json", `content-length: ${Buffer.byteLength(content)}`])
  ]
  return Buffer.from(`${lines.join("\r\n")}\r\n\r\n${content ?? ""}`)
}

const senders = requests.map((request): (seq: number) => SentRequest => {
  const { body, kind, path, status } = request
  const fixed = path.includes("{seq}") || body?.includes("{seq}") === true ? null : { bytes: bytesOf(request, 0), kind, status }
  return (seq) => fixed ?? { bytes: bytesOf(request, seq), kind, status }
})

const from_ms = performance.now() + warmUp_ms
const until_ms = from_ms + measure_ms
const tally = makeTally()
let sent = 0
let seq = seq_from

const fail = (error: Error): never => {
  console.error(error.message)
  process.exit(1)
}

const next = (): { readonly request: SentRequest; readonly wait_ms: number } => {
  // By the number and not by the count: rounds begin at different requests.
  const send = senders[seq % senders.length] ?? fail(new Error("no request"))
  const due_ms = pace_perSecond === null ? 0 : from_ms - warmUp_ms + sent / pace_perSecond * 1_000
  sent++
  return { request: send(seq++), wait_ms: due_ms === 0 ? 0 : due_ms - performance.now() }
}

let answered = 0
let answeredBefore = 0
let before = usageOfAll(pids)
const talks = Array.from({ length: connections }, (_, index) =>
  converse({
    port: servers[index % servers.length]?.port ?? 0,
    next,
    failed: fail,
    answered: (kind, asked_ms, came_ms) => {
      answered++
      if (came_ms >= from_ms && (requests_max !== null || came_ms <= until_ms)) tally.add(kind, came_ms - asked_ms)
      if (answered === requests_max) tell(performance.now() - from_ms)
    }
  }))

const tell = (measured_ms: number): void => {
  const after = usageOfAll(pids)
  const during = answered - answeredBefore
  for (const { stop } of talks) stop()
  const cpu_us = before.cpu_ms === null || after.cpu_ms === null || during === 0
    ? null
    : (after.cpu_ms - before.cpu_ms) / during * 1_000
  const result: LoadResult = {
    ...tally.results(measured_ms),
    cpu_us,
    resident_bytes: after.resident_bytes,
    anonymous_bytes: after.anonymous_bytes
  }
  process.stdout.write(JSON.stringify(result), () => process.exit(0))
}

if (requests_max === null) {
  setTimeout(() => {
    before = usageOfAll(pids)
    answeredBefore = answered
    setTimeout(() => tell(measure_ms), measure_ms)
  }, warmUp_ms)
}
