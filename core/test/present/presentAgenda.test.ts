import { describe, expect, it } from "@effect/vitest"
import { presentAgenda } from "../../src/present/presentAgenda.js"
import { presentLocation } from "../../src/present/presentLocation.js"
import { agendaRecord, locationRecord } from "./records.js"

const agenda = {
  uid: 7,
  title: "La Ville",
  description: "Tout ce qui se passe",
  image: "/images/ville.jpg",
  official: true,
  slug: "la-ville",
  url: "https://ville.example.org",
  private: false,
  indexed: true,
  networkUid: 9,
  locationSetUid: null,
  createdAt: "2020-09-13T12:26:40.000Z",
  updatedAt: "2020-09-13T12:26:40.001Z",
  settings: { contribution: { defaultLang: "fr" }, theme: "dark" }
}

describe("presentAgenda", () => {
  it("gives what a search gives", () => {
    expect(presentAgenda(agendaRecord, { detailed: false })).toEqual(agenda)
  })

  it("adds the schema in the detailed form", () => {
    expect(presentAgenda(agendaRecord, { detailed: true })).toEqual({
      ...agenda,
      schema: { fields: JSON.parse(agendaRecord.fields) },
      network: { uid: 9 },
      locationSet: null,
      slugSchemaOptionIdMap: [
        { slug: "musique", fieldName: "thematique", optionId: 1, schemaId: 9 },
        { slug: "tous", fieldName: "public", optionId: 4, schemaId: 7 }
      ]
    })
  })
})

describe("presentLocation", () => {
  const location = {
    uid: 5,
    name: "Salle",
    slug: "salle",
    address: "1 rue de la Paix",
    access: {},
    description: { fr: "Une salle" },
    image: null,
    imageCredits: null,
    adminLevel1: "Île-de-France",
    adminLevel2: "Département",
    adminLevel3: null,
    adminLevel4: "Paris",
    adminLevel5: null,
    adminLevel6: "Opéra",
    region: "Île-de-France",
    department: "Département",
    city: "Paris",
    district: "Opéra",
    postalCode: "75002",
    insee: "75056",
    countryCode: "FR",
    latitude: 48.87,
    longitude: 2.33,
    timezone: "Europe/Paris",
    website: null,
    email: null,
    phone: null,
    links: [],
    state: 1,
    extIds: [{ key: "k", value: "v" }],
    setUid: null,
    createdAt: "2020-09-13T12:26:40.000Z",
    updatedAt: "2020-09-13T12:26:40.001Z"
  }

  it("gives every field and its aliases", () => {
    expect(presentLocation(locationRecord, { detailed: false })).toEqual(location)
  })

  it("adds the country's names in the detailed form", () => {
    expect(presentLocation(locationRecord, { detailed: true })).toMatchObject({ ...location, country: { code: "FR", es: "Francia" } })
  })

  it("shows a country that has no name by its code", () => {
    expect(presentLocation({ ...locationRecord, countryCode: "QX" }, { detailed: true }).country).toMatchObject({ code: "QX", fr: "QX" })
  })
})
