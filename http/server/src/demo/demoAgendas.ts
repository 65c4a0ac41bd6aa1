import type { JsonObject } from "@agenda-engine/core/domain/text/Json"

/** A town's public agenda. */
export const townAgenda = 10_001
/** A club's agenda, in English and German, partly online. */
export const clubAgenda = 10_002
/** A private agenda. */
export const staffAgenda = 10_003

/** The agendas of the demonstration, as import lines. Town, club and people are invented. */
export const demoAgendas: ReadonlyArray<JsonObject> = [
  {
    kind: "agenda",
    uid: townAgenda,
    slug: "saint-aubry",
    title: "Saint-Aubry en fête",
    description: "Ce qui se passe à Saint-Aubry-sur-Vesle",
    official: true,
    settings: { contribution: { defaultLang: "fr" } }
  },
  {
    kind: "agenda",
    uid: clubAgenda,
    slug: "maker-nights",
    title: "Maker Nights Lindenbach",
    description: "Workshops, talks and open evenings of the Lindenbach makers",
    settings: { contribution: { defaultLang: "en" } }
  },
  {
    kind: "agenda",
    uid: staffAgenda,
    slug: "staff-room",
    title: "Staff room",
    description: "For members only",
    private: true,
    settings: { contribution: { defaultLang: "en" } }
  }
]

const town = {
  agendaUid: townAgenda,
  adminLevel1: "Grand Est",
  adminLevel2: "Marne",
  adminLevel4: "Saint-Aubry-sur-Vesle",
  countryCode: "FR"
}
const club = { agendaUid: clubAgenda, adminLevel1: "Baden-Württemberg", adminLevel4: "Lindenbach", countryCode: "DE" }

/** The locations of the demonstration, as import lines. */
export const demoLocations: ReadonlyArray<JsonObject> = [
  {
    kind: "location",
    uid: 20_001,
    ...town,
    name: "Halle aux Grains",
    address: "2 place du Marché, 51990 Saint-Aubry-sur-Vesle",
    postalCode: "51990",
    latitude: 49.231,
    longitude: 4.117,
    timezone: "Europe/Paris",
    access: { fr: "Accès de plain-pied par la place", en: "Step-free access from the square" }
  },
  {
    kind: "location",
    uid: 20_002,
    ...town,
    name: "Médiathèque Les Tilleuls",
    address: "14 rue des Tilleuls, 51990 Saint-Aubry-sur-Vesle",
    postalCode: "51990",
    latitude: 49.2342,
    longitude: 4.1213,
    timezone: "Europe/Paris"
  },
  {
    kind: "location",
    uid: 20_003,
    ...town,
    name: "Parc de la Vesle",
    address: "Quai du Moulin, 51990 Saint-Aubry-sur-Vesle",
    postalCode: "51990",
    latitude: 49.2288,
    longitude: 4.1099,
    timezone: "Europe/Paris"
  },
  {
    kind: "location",
    uid: 20_004,
    ...club,
    name: "Alte Schlosserei",
    address: "Am Bach 7, 79999 Lindenbach",
    postalCode: "79999",
    latitude: 47.981,
    longitude: 7.862,
    timezone: "Europe/Berlin"
  },
  {
    kind: "location",
    uid: 20_005,
    agendaUid: staffAgenda,
    name: "Room 3",
    address: "1 quai du Moulin, 51990 Saint-Aubry-sur-Vesle",
    countryCode: "FR",
    timezone: "Europe/Paris"
  }
]
