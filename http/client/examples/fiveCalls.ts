import { createAgendaClient, type EventDraft, ProblemError } from "@agenda-engine/client"

/** The additional fields of the agenda, by their codes. */
interface Hall {
  readonly places?: number
}

/** Creates an event once, changes it, reads and lists it, and returns what is refused of an incomplete one. */
export const fiveCalls = async (url: string, secretKey: string, agendaUid: number, draft: EventDraft<Hall>) => {
  const agenda = createAgendaClient<Hall>({ url, secretKey })

  const created = await agenda.createEvent({ agendaUid, body: { ...draft, places: 200 }, idempotencyKey: "import-2030-17" })
  const { uid: eventUid } = created.event

  const { body: { event }, response } = await agenda.getEvent({ agendaUid, eventUid }).withResponse()

  const ifMatch = response.headers.get("etag") ?? "*"
  const { event: changed } = await agenda.patchEvent({ agendaUid, eventUid, ifMatch, body: { title: { en: `${event.title.en}!` } } })

  const titles: Array<string | undefined> = []
  for await (const { title } of agenda.listEvents({ agendaUid, query: { timings: { gte: "2030-06-01" }, places: { gte: 100 } } })) {
    titles.push(title.en)
  }

  const refused = await agenda.createEvent({ agendaUid, body: { ...draft, title: {} } }).then(() => [], (error: unknown) => {
    if (error instanceof ProblemError && error.kind === "validation") return error.errors.map(({ code, field }) => `${field}: ${code}`)
    throw error
  })
  return { places: changed.places, titles, refused }
}
