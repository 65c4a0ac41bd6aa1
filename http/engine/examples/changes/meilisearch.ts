import type { HostConsumer } from "@agenda-engine/engine"
import { searchedEvents } from "./searchDocument.js"

/** A consumer that keeps an index of Meilisearch in step with the published events of all agendas. */
export const meilisearch = (url: string, apiKey: string, index: string): HostConsumer => async (batch, { signal }) => {
  const send = async (path: string, body: ReadonlyArray<unknown>) => {
    if (body.length === 0) return
    const response = await fetch(`${url}/indexes/${index}/documents${path}`, {
      method: "POST",
      headers: { authorization: `Bearer ${apiKey}`, "content-type": "application/json" },
      body: JSON.stringify(body),
      signal
    })
    if (!response.ok) throw new Error(`Meilisearch answered ${response.status}: ${await response.text()}`)
  }
  const { found, gone } = searchedEvents(batch)
  await send("?primaryKey=uid", found)
  await send("/delete-batch", gone)
}
