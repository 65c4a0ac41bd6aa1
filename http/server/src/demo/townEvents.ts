import { townAgenda } from "./demoAgendas.js"
import { daily, type DemoEvent } from "./DemoEvent.js"

const hall = 20_001
const library = 20_002
const park = 20_003

const at = (locationUid: number, event: Omit<DemoEvent, "agendaUid" | "locationUid">): DemoEvent => ({
  agendaUid: townAgenda,
  locationUid,
  ...event
})

/** Events of the town: concerts, markets, exhibitions, in French and English. */
export const townEvents: ReadonlyArray<DemoEvent> = [
  at(hall, {
    id: "opening-concert",
    slots: [[4, 18, 20]],
    title: { fr: "Concert d'ouverture", en: "Opening concert" },
    description: { fr: "L'orchestre d'harmonie ouvre la saison.", en: "The wind orchestra opens the season." },
    keywords: { fr: ["musique", "concert"], en: ["music", "concert"] },
    more: {
      featured: true,
      conditions: { fr: "Entrée libre", en: "Free admission" },
      longDescription: {
        fr: "Au programme : **valses**, marches et musiques de film.\n\nLes portes ouvrent une demi-heure avant.",
        en: "On the programme: **waltzes**, marches and film music.\n\nDoors open half an hour before."
      },
      accessibility: { hi: true, mi: true },
      registration: ["https://example.org/concert", "accueil@example.org"]
    }
  }),
  at(park, {
    id: "morning-market",
    slots: daily([-14, -7, 0, 7, 14, 21], 7, 12),
    title: { fr: "Marché du matin", en: "Morning market" },
    description: { fr: "Producteurs des environs, toutes les semaines.", en: "Growers of the region, every week." },
    keywords: { fr: ["marché", "terroir"], en: ["market", "local food"] }
  }),
  at(library, {
    id: "river-photographs",
    slots: daily([-10, -8, -6, -4, -2, 2, 4, 6, 8, 10], 9, 17),
    title: { fr: "La Vesle en images", en: "The river in pictures" },
    description: { fr: "Cent ans de photographies de la rivière.", en: "A hundred years of photographs of the river." },
    keywords: { fr: ["exposition", "photographie"], en: ["exhibition", "photography"] },
    more: { featured: true, age: { min: 6, max: null } }
  }),
  at(library, {
    id: "story-hour",
    slots: daily([-3, 4, 11, 18, 25], 14, 15),
    title: { fr: "L'heure du conte", en: "Story hour" },
    description: { fr: "Des histoires à voix haute, dès trois ans.", en: "Stories read aloud, from three years on." },
    keywords: { fr: ["enfants", "lecture"], en: ["children", "reading"] },
    more: { age: { min: 3, max: 7 } }
  }),
  at(hall, {
    id: "harvest-ball",
    slots: [[12, 19, 23]],
    title: { fr: "Bal des moissons", en: "Harvest ball" },
    description: { fr: "On danse jusqu'à minuit.", en: "Dancing until midnight." },
    keywords: { fr: ["danse", "musique"], en: ["dance", "music"] },
    more: { conditions: { fr: "5 €, gratuit pour les moins de douze ans", en: "€5, free under twelve" } }
  }),
  at(park, {
    id: "open-air-cinema",
    slots: daily([1, 2, 3], 20, 22),
    title: { fr: "Cinéma en plein air", en: "Open-air cinema" },
    description: { fr: "Trois soirs, trois films au bord de l'eau.", en: "Three nights, three films by the water." },
    keywords: { fr: ["cinéma", "plein air"], en: ["cinema", "open air"] }
  }),
  at(park, {
    id: "canoe-trip",
    slots: [[6, 8, 11], [13, 8, 11]],
    title: { fr: "Descente en canoë", en: "Canoe trip" },
    description: { fr: "Six kilomètres au fil de la Vesle.", en: "Six kilometres down the river." },
    keywords: { fr: ["sport", "plein air"], en: ["sport", "open air"] },
    more: { status: 4, age: { min: 10, max: 77 } }
  }),
  at(library, {
    id: "repair-cafe",
    slots: daily([-20, 8, 36], 13, 17),
    title: { fr: "Café réparation", en: "Repair café" },
    description: { fr: "Apportez ce qui ne marche plus.", en: "Bring what no longer works." },
    keywords: { fr: ["atelier", "réparation"], en: ["workshop", "repair"] }
  }),
  at(hall, {
    id: "town-council",
    slots: [[9, 17, 19]],
    title: { fr: "Conseil municipal", en: "Town council" },
    description: { fr: "Séance publique, sur place et en ligne.", en: "Open to the public, here and online." },
    keywords: { fr: ["vie locale"], en: ["local life"] },
    more: { attendanceMode: 3, onlineAccessLink: "https://example.org/conseil" }
  }),
  at(hall, {
    id: "spring-theatre",
    slots: daily([-33, -32, -31], 18, 20),
    title: { fr: "Le Malentendu des voisins", en: "The neighbours' misunderstanding" },
    description: { fr: "La troupe amateur joue sa nouvelle comédie.", en: "The amateur company plays its new comedy." },
    keywords: { fr: ["théâtre"], en: ["theatre"] }
  }),
  at(park, {
    id: "fun-run",
    slots: [[-15, 7, 10]],
    title: { fr: "Course du Moulin", en: "Mill run" },
    description: { fr: "Cinq ou dix kilomètres autour du moulin.", en: "Five or ten kilometres around the mill." },
    keywords: { fr: ["sport", "course"], en: ["sport", "running"] }
  }),
  at(hall, {
    id: "winter-fair",
    slots: daily([60, 61, 62], 9, 18),
    title: { fr: "Salon d'hiver", en: "Winter fair" },
    description: { fr: "Artisans et créateurs sous la halle.", en: "Craftspeople under the old hall." },
    keywords: { fr: ["artisanat", "marché"], en: ["crafts", "market"] }
  }),
  at(library, {
    id: "author-talk",
    slots: [[16, 17, 18]],
    title: { fr: "Rencontre avec Maëlle Dorvault", en: "An evening with Maëlle Dorvault" },
    description: { fr: "L'autrice lit et répond aux questions.", en: "The author reads and answers questions." },
    keywords: { fr: ["lecture", "littérature"], en: ["reading", "literature"] },
    more: { status: 5 }
  }),
  at(hall, {
    id: "choir-workshop",
    slots: daily([-1, 0, 1], 0, 23),
    title: { fr: "Trois jours de chœur", en: "Three days of choir" },
    description: { fr: "Chanter ensemble, du matin au soir.", en: "Singing together from morning to night." },
    keywords: { fr: ["musique", "atelier"], en: ["music", "workshop"] }
  }),
  at(park, {
    id: "night-hike",
    slots: [[20, 20, 23]],
    title: { fr: "Randonnée nocturne", en: "Night hike" },
    description: { fr: "Une proposition qui attend son accord.", en: "A proposal that waits for approval." },
    keywords: { fr: ["sport", "nuit"], en: ["sport", "night"] },
    state: 0
  })
]
