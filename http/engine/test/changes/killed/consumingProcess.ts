import { setTimeout } from "node:timers/promises"
import { openEngine } from "./openEngine.js"

const [, , url = ""] = process.argv

/** Writes a line and waits until it is written. */
const say = (line: object): Promise<void> =>
  new Promise((resolve) => {
    process.stdout.write(`${JSON.stringify({ ...line, at: Number(process.hrtime.bigint() / 1_000n) })}\n`, () => resolve())
  })

/** A consumer that says what it is given, before it is stored that it was. */
const engine = openEngine(url, {
  search: async (batch) => {
    await say({ begins: batch.map(({ agendaUid, uid }) => `${agendaUid} ${uid}`) })
    await setTimeout(200)
    await say({ ends: batch.length })
  }
})

await engine.ready()
await say({ ready: true })
await setTimeout(600_000)
