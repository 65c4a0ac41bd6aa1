import type { HostConsumer } from "@agenda-engine/engine"
import { searchedEvents } from "./searchDocument.js"

/** A consumer that keeps an index of Algolia in step. `url`: `https://APPLICATION.algolia.net`. */
export const algolia = (url: string, applicationId: string, apiKey: string, index: string): HostConsumer => async (batch, { signal }) => {
  const { found, gone } = searchedEvents(batch)
  const requests = [
    ...found.map((document) => ({ action: "updateObject", body: { ...document, objectID: String(document.uid) } })),
    ...gone.map((uid) => ({ action: "deleteObject", body: { objectID: String(uid) } }))
  ]
  if (requests.length === 0) return
  const response = await fetch(`${url}/1/indexes/${index}/batch`, {
    method: "POST",
    headers: { "x-algolia-application-id": applicationId, "x-algolia-api-key": apiKey, "content-type": "application/json" },
    body: JSON.stringify({ requests }),
    signal
  })
  if (!response.ok) throw new Error(`Algolia answered ${response.status}: ${await response.text()}`)
}
