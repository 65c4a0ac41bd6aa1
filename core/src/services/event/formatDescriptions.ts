import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import { isJsonObject, type Json, type JsonObject } from "../../domain/text/Json.js"
import { RichText } from "../../ports/RichText.js"
import type { EventView } from "../../query/event/EventView.js"
import { runInSlices } from "../../schedule/timeSlices.js"

function* formatting(events: ReadonlyArray<JsonObject>, format: (markdown: string) => string): Generator<void, ReadonlyArray<JsonObject>> {
  const formatted: Array<JsonObject> = []
  for (const event of events) {
    const { longDescription } = event
    if (typeof longDescription === "string") {
      formatted.push({ ...event, longDescription: format(longDescription) })
      yield
    } else if (isJsonObject(longDescription)) {
      const texts: Array<readonly [string, Json]> = []
      for (const [lang, text] of Object.entries(longDescription)) {
        texts.push([lang, typeof text === "string" ? format(text) : text])
        yield
      }
      formatted.push({ ...event, longDescription: Object.fromEntries(texts) })
    } else {
      formatted.push(event)
    }
  }
  return formatted
}

/**
 * Presented events with their long descriptions in the format of the view (wire.md §5, content parameters). Yields to
 * the event loop between texts: an event has long ones in many languages.
 */
export const formatDescriptions = (
  ports: Context.Context<RichText>,
  events: ReadonlyArray<JsonObject>,
  { longDescriptionFormat = "markdown" }: EventView
): Effect.Effect<ReadonlyArray<JsonObject>> => {
  if (longDescriptionFormat === "markdown") return Effect.succeed(events)
  const { toHtml, toHtmlWithEmbeds } = Context.get(ports, RichText)
  return runInSlices(() => formatting(events, longDescriptionFormat === "HTML" ? toHtml : toHtmlWithEmbeds))
}
