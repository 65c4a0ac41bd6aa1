import { describe, expect, it } from "@effect/vitest"
import type { AdditionalField } from "../../src/domain/field/AdditionalField.js"
import { nativeFields } from "../../src/domain/field/nativeFields.js"
import { defaultLimits } from "../../src/domain/Limits.js"
import { type AgendaSubject, presentAgenda } from "../../src/present/presentAgenda.js"
import { presentLocation } from "../../src/present/presentLocation.js"
import { partsOfItem, partsOfOne } from "../../src/query/agenda/AgendaView.js"
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
  memberSchemaId: null,
  createdAt: "2020-09-13T12:26:40.000Z",
  updatedAt: "2020-09-13T12:26:40.001Z",
  officializedAt: "2020-09-13T12:26:40.000Z",
  settings: { contribution: { defaultLang: "fr" }, theme: "dark" }
}

const option = (id: number, value: string) => ({ id, value, label: { fr: value } })

const thematique: AdditionalField = {
  field: "thematique",
  label: { fr: "Thématique" },
  fieldType: "checkbox",
  optional: true,
  schemaType: "network",
  options: [option(1, "musique")]
}

const audience: AdditionalField = {
  ...thematique,
  field: "public",
  fieldType: "radio",
  schemaType: "agenda",
  options: [option(4, "tous"), option(5, "enfants")]
}

const note: AdditionalField = { field: "note", label: { fr: "Note" }, fieldType: "text", optional: true, schemaType: "agenda" }

const subject: AgendaSubject = {
  record: agendaRecord,
  network: { uid: 9, title: "Le réseau", fields: "[]", synonyms: "[]", createdAt: 0, updatedAt: 0 },
  locationSet: null,
  fields: [thematique, audience, note],
  summary: { keywords: ["jazz"] },
  limits: defaultLimits
}

const schema = {
  fields: [
    ...nativeFields(defaultLimits),
    { ...thematique, schemaId: 9 },
    { ...audience, schemaId: 7 },
    { ...note, schemaId: 7 }
  ]
}

const wide = {
  network: { uid: 9, title: "Le réseau", formSchemaId: 9 },
  locationSet: null,
  slugSchemaOptionIdMap: [
    { slug: "musique", fieldName: "thematique", optionId: 1, schemaId: 9 },
    { slug: "tous", fieldName: "public", optionId: 4, schemaId: 7 },
    { slug: "enfants", fieldName: "public", optionId: 5, schemaId: 7 }
  ]
}

describe("presentAgenda", () => {
  it("presents a search item", () => {
    expect(presentAgenda(subject, partsOfItem(undefined))).toEqual(agenda)
  })

  it("presents a single agenda with summary and schema, and all parts in the detailed form", () => {
    const single = { ...agenda, summary: { keywords: ["jazz"] }, schema }
    expect(presentAgenda(subject, partsOfOne({ detailed: false }))).toEqual(single)
    expect(presentAgenda(subject, partsOfOne({ detailed: true }))).toEqual({ ...single, ...wide })
  })

  it("presents only the selected parts, in output order", () => {
    const picked = presentAgenda(subject, partsOfItem(["network", "uid", "summary"]))
    expect(Object.entries(picked)).toEqual([["uid", 7], ["summary", { keywords: ["jazz"] }], ["network", wide.network]])
    expect(presentAgenda(subject, partsOfOne({ detailed: true, fields: ["slug"] }))).toEqual({ slug: "la-ville" })
  })

  it("includes network and location set if there are any", () => {
    const parts = partsOfItem(["network", "locationSet"])
    const alone = { ...subject, network: null, record: { ...agendaRecord, networkUid: null, locationSetUid: 5 } }
    expect(presentAgenda(alone, parts)).toEqual({ network: null, locationSet: { uid: 5, title: null } })
    const sharing = { ...alone, locationSet: { uid: 5, title: "Lieux", createdAt: 0, updatedAt: 0 } }
    expect(presentAgenda(sharing, parts)).toEqual({ network: null, locationSet: { uid: 5, title: "Lieux" } })
    expect(presentAgenda({ ...subject, network: null }, parts)).toEqual({
      network: { uid: 9, title: null, formSchemaId: 9 },
      locationSet: null
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
    extId: "v",
    setUid: null,
    createdAt: "2020-09-13T12:26:40.000Z",
    updatedAt: "2020-09-13T12:26:40.001Z"
  }

  it("presents every field and its aliases", () => {
    expect(presentLocation(locationRecord, { detailed: false })).toEqual(location)
  })

  it("adds the country's names in the detailed form", () => {
    expect(presentLocation(locationRecord, { detailed: true })).toMatchObject({ ...location, country: { code: "FR", es: "Francia" } })
  })

  it("a country without a name is shown by its code", () => {
    expect(presentLocation({ ...locationRecord, countryCode: "QX" }, { detailed: true }).country).toMatchObject({ code: "QX", fr: "QX" })
  })
})
