import * as Schema from "effect/Schema"
import { repeatRequest } from "./KeptConnection.js"
import { LoadOptions, type LoadResult } from "./LoadOptions.js"

const { connections, headers, measure_ms, path, port, warmUp_ms } = Schema.decodeUnknownSync(Schema.parseJson(LoadOptions))(process.argv[2])

const request = [
  `GET ${path} HTTP/1.1`,
  `host: 127.0.0.1:${port}`,
  ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
  "",
  ""
].join("\r\n")

const from_ms = performance.now() + warmUp_ms
const until_ms = from_ms + measure_ms
const latencies: Array<number> = []

const fail = (error: Error): never => {
  console.error(error.message)
  process.exit(1)
}

const sockets = Array.from({ length: connections }, () =>
  repeatRequest(port, request, (asked_ms, came_ms) => {
    if (asked_ms >= from_ms && came_ms <= until_ms) latencies.push(came_ms - asked_ms)
  }, fail))

setTimeout(() => {
  for (const socket of sockets) socket.destroy()
  latencies.sort((left, right) => left - right)
  const percentile = (share: number) => latencies[Math.floor(latencies.length * share)] ?? Infinity
  const result: LoadResult = {
    requests: latencies.length,
    perSecond: latencies.length / measure_ms * 1_000,
    p50_ms: percentile(0.5),
    p99_ms: percentile(0.99)
  }
  console.log(JSON.stringify(result))
}, warmUp_ms + measure_ms)
