import type { ShownStateChange } from "../../src/present/presentEvent.js"
import type { AgendaRecord } from "../../src/record/AgendaRecord.js"
import type { LocationRecord } from "../../src/record/LocationRecord.js"
import type { MemberRecord } from "../../src/record/MemberRecord.js"

/** An agenda as it might be stored. */
export const agendaRecord: AgendaRecord = {
  uid: 7,
  slug: "la-ville",
  title: "La Ville",
  titleFolded: "la ville",
  description: "Tout ce qui se passe",
  image: "/images/ville.jpg",
  url: "https://ville.example.org",
  official: true,
  private: false,
  indexed: true,
  networkUid: 9,
  locationSetUid: null,
  settings: JSON.stringify({ contribution: { defaultLang: "fr" }, theme: "dark" }),
  fields: JSON.stringify([
    { field: "thematique", fieldType: "checkbox", schemaType: "network", options: [{ id: 1, value: "musique", label: { fr: "Musique" } }] },
    { field: "public", fieldType: "radio", schemaType: "agenda", options: [{ id: 4, value: "tous", label: { fr: "Tous" } }] },
    { field: "note", fieldType: "text", schemaType: "agenda" }
  ]),
  createdAt: 1_600_000_000_000,
  updatedAt: 1_600_000_000_001,
  officializedAt: 1_600_000_000_000
}

/** A location as it might be stored. */
export const locationRecord: LocationRecord = {
  uid: 5,
  agendaUid: 7,
  setUid: null,
  slug: "salle",
  name: "Salle",
  address: "1 rue de la Paix",
  adminLevel1: "Île-de-France",
  adminLevel2: "Département",
  adminLevel3: null,
  adminLevel4: "Paris",
  adminLevel5: null,
  adminLevel6: "Opéra",
  postalCode: "75002",
  countryCode: "FR",
  latitude: 48.87,
  longitude: 2.33,
  timezone: "Europe/Paris",
  state: 1,
  createdAt: 1_600_000_000_000,
  updatedAt: 1_600_000_000_001,
  detail: JSON.stringify({
    access: {},
    description: { fr: "Une salle" },
    image: null,
    imageCredits: null,
    insee: "75056",
    website: null,
    email: null,
    phone: null,
    links: [],
    extIds: [{ key: "k", value: "v" }]
  })
}

/** A member as it might be stored. */
export const memberRecord: MemberRecord = {
  uid: 2,
  agendaUid: 7,
  userUid: 3,
  role: "contributor",
  name: "Camille",
  email: "camille@example.org",
  phone: null,
  organization: "La Ville",
  position: null,
  createdAt: 1_600_000_000_000
}

/** Two changes of state as they might be stored, of a user and of nobody in particular. */
export const stateChanges: ReadonlyArray<ShownStateChange> = [
  { eventUid: 1, at: 1_600_000_000_000, from: null, to: 0, userUid: 5, keyId: "key5", motive: null, name: "Zoé" },
  { eventUid: 1, at: 1_600_000_001_000, from: 0, to: 2, userUid: null, keyId: null, motive: "Vu", name: null }
]
