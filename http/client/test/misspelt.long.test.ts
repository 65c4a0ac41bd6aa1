import { describeCompiler } from "../../../core/test/repository/describeCompiler.js"

const frame = (line: string) => `
import { createAgendaClient } from "@agenda-engine/client"

interface Hall { readonly places: number }
const client = createAgendaClient({ url: "" })
const halls = createAgendaClient<Hall>({ url: "" })
const agendaUid = 1
const one = { agendaUid, eventUid: 2 }
const draft = { title: { en: "Concert" }, description: { en: "Brass" }, timings: [{ begin: "2030-06-21", end: "2030-06-21" }] }
export const lines = async () => [${line}, client, halls, one, draft]
`

const compiled = [
  'client.createEvent({ agendaUid, body: { ...draft, state: 2 }, lang: "en" })',
  "halls.createEvent({ agendaUid, body: { ...draft, places: 12 } })",
  'halls.patchEvent({ ...one, body: { title: "Concert" }, ifMatch: "*" })',
  "client.replaceEvent({ ...one, body: (await client.getEvent(one)).event })",
  "(await client.listEvents({ agendaUid })).events[0]?.title.en",
  '(await client.listEvents({ agendaUid, query: { search: "jazz", state: [2, 1], featured: true, from: 20 } })).events[0]?.title.en',
  "(await client.listEvents({ agendaUid, query: { detailed: true } })).events[0]?.longDescription.en",
  "(await halls.listEvents({ agendaUid, query: { places: [12] } })).events[0]?.places.toFixed()",
  "(await halls.getEvent(one)).event.places.toFixed()",
  'client.listEvents({ agendaUid, query: { sort: ["location.city.asc", "updatedAt.desc"] } })',
  "client.searchAgendas()",
  'client.searchAgendas({ query: { search: "town", official: true } })'
]

const refused: ReadonlyArray<readonly [line: string, named: string]> = [
  ['client.createEvent({ agendaUid, body: { ...draft, titel: { en: "Concert" } } })', "titel"],
  ['client.createEvent({ agendaUid, body: { ...draft, keywords: { en: "brass" } } })', "string"],
  ["client.createEvent({ agendaUid, body: { ...draft, places: 12 } })", "places"],
  ["client.createEvent({ agendaUid })", "body"],
  ["client.createEvent({ body: draft })", "agendaUid"],
  ['client.createEvent({ agendaUid, body: draft, ifMatch: "*" })', "ifMatch"],
  ["halls.createEvent({ agendaUid, body: draft })", "places"],
  ['halls.patchEvent({ ...one, body: { places: "twelve" } })', "string"],
  ['client.listEvents({ agendaUid, query: { serach: "jazz" } })', "serach"],
  ["client.listEvents({ agendaUid, query: { state: 7 } })", "7"],
  ['client.listEvents({ agendaUid, query: { sort: "titel.asc" } })', "titel.asc"],
  ["client.listEvents()", "Expected 1 arguments"],
  ["halls.listEvents({ agendaUid, query: { place: 3 } })", "place"],
  ["(await client.listEvents({ agendaUid })).events[0]?.longDescription", "longDescription"],
  ['(await client.listEvents({ agendaUid, query: { monolingual: "en" } })).events[0]?.title.en', "en"],
  ["(await client.getEvent(one)).event.titel", "titel"],
  ["client.lstEvents({ agendaUid })", "lstEvents"]
]

describeCompiler({ folder: "http/client/test", frame, compiled, refused })
