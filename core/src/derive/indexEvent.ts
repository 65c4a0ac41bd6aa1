import type { Event } from "../domain/Event.js"
import { foldText } from "../domain/foldText.js"
import type { EventIndex } from "../record/EventRecord.js"

/** What stores index of an event. */
export const indexEvent = (event: Pick<Event, "keywords">): EventIndex => ({
  keywords: [...new Set(Object.values(event.keywords).flat().map(foldText))].filter((keyword) => keyword !== "")
})
