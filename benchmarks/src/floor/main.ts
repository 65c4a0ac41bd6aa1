import { createServer } from "node:http"
import { openFloorFile } from "./FloorFile.js"

const [filename = "", port = "0"] = process.argv.slice(2)
const floor = openFloorFile(filename)
const constants = new Map<string, Buffer>()

const constant = (name: string): Buffer => {
  const found = constants.get(name) ?? floor.single(name)
  constants.set(name, found)
  return found
}

const answer = (way: string, name: string, size: number): string | Buffer => {
  switch (way) {
    case "naive":
      return floor.naive(name, size)
    case "bytes":
      return floor.bytes(name, size)
    case "single":
      return floor.single(name)
    default:
      return constant(name)
  }
}

const server = createServer((request, response) => {
  const [, way = "", name = "", size = "20"] = (request.url ?? "/").split("/")
  const page = answer(way, name, Number(size))
  response.writeHead(200, { "content-type": "application/json", "content-length": Buffer.byteLength(page) })
  response.end(page)
})

server.listen(Number(port), "127.0.0.1", () => {
  const address = server.address()
  if (typeof address === "object" && address !== null) console.log(`listening on http://127.0.0.1:${address.port}`)
})

process.once("SIGTERM", () => process.exit(0))
