import { createAgendaEngine } from "../../../src/createAgendaEngine.js"

const [, , url = ""] = process.argv

/** A consumer that ends its process when it is given the event `Poison`. */
const engine = createAgendaEngine({
  database: { url },
  background: false,
  changes: {
    search: async (batch) => {
      if (batch.some(({ after }) => after?.title["en"] === "Poison")) process.exit(70)
      for (const { after } of batch) if (after !== null) process.stdout.write(`given ${after.title["en"]}\n`)
    }
  }
})

await engine.runDue()
await engine.close()
