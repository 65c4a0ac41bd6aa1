import { createServer } from "node:http"
import { Pool } from "pg"

const [connectionString = "", port = "0"] = process.argv.slice(2)
const connections = 10
const pool = new Pool({ connectionString, max: connections })
pool.on("error", ({ message }) => console.error(message))

const { rows: [envelope] } = await pool.query<{ readonly before: string; readonly after: string }>(
  "select before, after from floor_envelope"
)

const server = createServer((request, response) => {
  const [, size = "20"] = (request.url ?? "/").split("/")
  const query = { name: "items", text: "select json from floor_item order by rank limit $1", values: [Number(size)] }
  pool.query<{ readonly json: string }>(query, (error, result) => {
    if (error instanceof Error) {
      response.writeHead(500)
      response.end(error.message)
      return
    }
    const page = `${envelope?.before ?? ""}${result.rows.map(({ json }) => json).join(",")}${envelope?.after ?? ""}`
    response.writeHead(200, { "content-type": "application/json", "content-length": Buffer.byteLength(page) })
    response.end(page)
  })
})

server.listen(Number(port), "127.0.0.1", () => {
  const address = server.address()
  if (typeof address === "object" && address !== null) console.log(`listening on http://127.0.0.1:${address.port}`)
})

process.once("SIGTERM", () => process.exit(0))
