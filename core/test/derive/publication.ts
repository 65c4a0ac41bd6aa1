import * as Schema from "effect/Schema"
import { Agenda } from "../../src/domain/agenda/Agenda.js"
import { Location } from "../../src/domain/agenda/Location.js"
import { Event } from "../../src/domain/event/Event.js"
import type { PublishedEvent } from "../../src/domain/publication/PublishedEvent.js"

const made = { createdAt: 1_700_000_000_000, updatedAt: 1_700_000_100_000 }

const agenda = Schema.decodeUnknownSync(Agenda)({
  uid: 1,
  slug: "town",
  title: "Town",
  description: "",
  image: null,
  url: null,
  official: false,
  private: false,
  indexed: true,
  networkUid: null,
  locationSetUid: null,
  settings: { contribution: { defaultLang: "fr" } },
  ...made
})

const location = Schema.decodeUnknownSync(Location)({
  uid: 7,
  agendaUid: 1,
  setUid: null,
  slug: "hall",
  name: "Halle aux Grains",
  address: "2 place du Marché",
  access: {},
  description: {},
  image: null,
  imageCredits: null,
  adminLevel1: "Grand Est",
  adminLevel2: null,
  adminLevel3: null,
  adminLevel4: "Saint-Aubry",
  adminLevel5: null,
  adminLevel6: null,
  postalCode: "51990",
  insee: null,
  countryCode: "FR",
  latitude: 49.2,
  longitude: 4.1,
  timezone: "Europe/Paris",
  timezoneNamed: true,
  website: null,
  email: null,
  phone: null,
  links: [],
  state: 1,
  extIds: [],
  ...made
})

const event = Schema.decodeUnknownSync(Event)({
  uid: 42,
  agendaUid: 1,
  slug: "concert",
  state: 2,
  featured: false,
  contributorUid: null,
  version: 3,
  title: { fr: "Concert <d'été>", en: "Summer concert" },
  description: { fr: "Du jazz, et; du \\ blues" },
  longDescription: {},
  conditions: {},
  keywords: { fr: ["jazz"] },
  image: {
    filename: "a.jpg",
    size: { width: 700, height: 400 },
    variants: [{ filename: "a.full.jpg", size: { width: 1400, height: 800 }, type: "full" }],
    base: ""
  },
  imageCredits: null,
  attendanceMode: 1,
  onlineAccessLink: null,
  status: 1,
  locationUid: 7,
  accessibility: { hi: false, vi: false, pi: false, mi: false, ii: false },
  age: { min: null, max: null },
  registration: [],
  timezone: "Europe/Paris",
  timezoneNamed: true,
  timings: [
    { id: "aaaaa", begin: 1_893_517_200_000, end: 1_893_524_400_000 },
    { id: "bbbbb", begin: 1_893_603_600_000, end: 1_893_610_800_000 }
  ],
  extIds: [],
  offers: [],
  slotOffers: {},
  fields: {},
  ...made
})

/** A published event with two slots, on 1 and 2 January 2030 at 18:00 in Paris, and what is different. */
export const publicationWith = (
  different: Partial<Event> = {},
  others: Partial<Pick<PublishedEvent, "location" | "publishedAt" | "rows">> = {}
): PublishedEvent => ({ agenda, fields: [], location, publishedAt: null, rows: {}, ...others, event: { ...event, ...different } })
