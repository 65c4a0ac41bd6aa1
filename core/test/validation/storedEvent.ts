import type { Event } from "../../src/domain/event/Event.js"
import { AgendaUid, EventUid, LocationUid, UserUid } from "../../src/domain/identity/Uid.js"
import { slotOf } from "../instantOf.js"

/** An event as it might be stored. */
export const storedEvent: Event = {
  uid: EventUid.make(11),
  agendaUid: AgendaUid.make(7),
  slug: "concert",
  state: 2,
  featured: false,
  contributorUid: UserUid.make(3),
  createdAt: 1_665_000_000_000,
  updatedAt: 1_665_000_000_001,
  version: 1,
  title: { fr: "Concert" },
  description: { fr: "Un concert" },
  longDescription: { fr: "**Un** concert" },
  conditions: { fr: "Gratuit" },
  keywords: { fr: ["jazz", "été"] },
  image: {
    filename: "a.jpg",
    size: { width: 700, height: 400 },
    variants: [
      { filename: "a.full.jpg", size: { width: 1_400, height: 800 }, type: "full" },
      { filename: "a.thumb.jpg", size: { width: 200, height: 200 }, type: "thumbnail" }
    ],
    base: "https://example.org/images/"
  },
  imageCredits: "Moi",
  attendanceMode: 3,
  onlineAccessLink: "https://example.org/live",
  status: 1,
  locationUid: LocationUid.make(5),
  accessibility: { hi: true, vi: false, pi: false, mi: true, ii: false },
  age: { min: 7, max: null },
  registration: [{ type: "email", value: "a@example.org" }],
  timezone: "Europe/Paris",
  timezoneNamed: false,
  timings: [
    { id: "aaaaa", ...slotOf("2022-10-15T17:00:00+02:00", "2022-10-15T19:00:00+02:00") },
    { id: "bbbbb", ...slotOf("2022-10-30T02:30:00+01:00", "2022-10-30T04:00:00+01:00") }
  ],
  extIds: [{ key: "old", value: "1" }],
  offers: [],
  slotOffers: {},
  fields: {}
}

/** What the record of an event says beside the event, where nothing happened to it yet. */
export const untouched = { publishedAt: null, retiredSlotIds: [], availability: "{}", availabilityUpdatedAt: null } as const
