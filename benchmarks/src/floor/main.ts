import { createServer } from "node:http"
import { openFloor } from "./FloorTable.js"

const [filename = "", port = "0"] = process.argv.slice(2)
const readPage = openFloor(filename)

const server = createServer((request, response) => {
  const url = new URL(request.url ?? "/", "http://floor")
  const [, , , agendaUid] = url.pathname.split("/")
  const page = readPage(Number(agendaUid), Number(url.searchParams.get("size") ?? "20"))
  response.writeHead(200, { "content-type": "application/json", "content-length": Buffer.byteLength(page) })
  response.end(page)
})

server.listen(Number(port), "127.0.0.1", () => {
  const address = server.address()
  if (typeof address === "object" && address !== null) console.log(`listening on http://127.0.0.1:${address.port}`)
})

process.once("SIGTERM", () => process.exit(0))
