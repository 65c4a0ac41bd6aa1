import { clubAgenda, staffAgenda } from "./demoAgendas.js"
import { daily, type DemoEvent } from "./DemoEvent.js"

const workshop = 20_004
const room = 20_005

type Rest = Omit<DemoEvent, "agendaUid" | "locationUid">

const here = (event: Rest): DemoEvent => ({ agendaUid: clubAgenda, locationUid: workshop, ...event })

const online = (link: string, event: Rest): DemoEvent => ({
  agendaUid: clubAgenda,
  locationUid: null,
  ...event,
  more: { attendanceMode: 2, onlineAccessLink: link, timezone: "Europe/Berlin", ...event.more }
})

const staff = (event: Rest): DemoEvent => ({ agendaUid: staffAgenda, locationUid: room, ...event })

/** Events of the club, in English and German, and those of its private staff agenda. */
export const clubEvents: ReadonlyArray<DemoEvent> = [
  here({
    id: "open-evening",
    slots: daily([-21, -14, -7, 0, 7, 14, 21, 28], 17, 21),
    title: { en: "Open evening", de: "Offener Abend" },
    description: { en: "Come in, look around, make something.", de: "Reinkommen, umsehen, etwas bauen." },
    keywords: { en: ["open house", "beginners"], de: ["Einsteiger"] },
    more: { featured: true, accessibility: { mi: true } }
  }),
  here({
    id: "soldering",
    slots: [[3, 16, 19]],
    title: { en: "Soldering for beginners", de: "Löten für Einsteiger" },
    description: { en: "A blinking badge to take home.", de: "Mit einem blinkenden Anstecker nach Hause." },
    keywords: { en: ["electronics", "workshop"], de: ["Elektronik", "Workshop"] },
    more: { age: { min: 10, max: null }, registration: ["makers@example.org", "+49 761 000000"] }
  }),
  here({
    id: "laser-cutter",
    slots: [[5, 15, 18], [19, 15, 18]],
    title: { en: "Laser cutter induction", de: "Einführung Lasercutter" },
    description: { en: "Needed once before you cut on your own.", de: "Einmal nötig, danach darf man selbst." },
    keywords: { en: ["tools", "workshop"], de: ["Werkzeug", "Workshop"] }
  }),
  here({
    id: "bicycle-weekend",
    slots: daily([10, 11], 8, 16),
    title: { en: "Bicycle weekend", de: "Fahrradwochenende" },
    description: { en: "Two days of spokes and bearings.", de: "Zwei Tage Speichen und Lager." },
    keywords: { en: ["repair", "bicycle"], de: ["Reparatur", "Fahrrad"] }
  }),
  here({
    id: "robot-race",
    slots: [[24, 12, 17]],
    title: { en: "Robot race", de: "Roboterrennen" },
    description: { en: "Line followers against the clock.", de: "Linienfolger gegen die Uhr." },
    keywords: { en: ["robots", "electronics"], de: ["Roboter", "Elektronik"] }
  }),
  here({
    id: "swap-day",
    slots: [[-5, 9, 14]],
    title: { en: "Parts swap day", de: "Teiletauschtag" },
    description: { en: "Drawers emptied, drawers filled.", de: "Schubladen leer, Schubladen voll." },
    keywords: { en: ["electronics", "market"], de: ["Elektronik", "Markt"] }
  }),
  here({
    id: "year-opening",
    slots: [[-45, 17, 22]],
    title: { en: "Season opening", de: "Saisoneröffnung" },
    description: { en: "Speeches were short.", de: "Die Reden waren kurz." },
    keywords: { en: ["open house"], de: ["Fest"] }
  }),
  online("https://example.org/stream/talks", {
    id: "lightning-talks",
    slots: daily([-28, 2, 30], 18, 20),
    title: { en: "Lightning talks", de: "Kurzvorträge" },
    description: { en: "Ten talks of five minutes each.", de: "Zehn Vorträge zu je fünf Minuten." },
    keywords: { en: ["talks", "online"], de: ["Vorträge", "online"] }
  }),
  online("https://example.org/stream/cad", {
    id: "cad-course",
    slots: daily([-9, -2, 5, 12, 19, 26], 17, 19),
    title: { en: "Drawing for printers", de: "Zeichnen für Drucker" },
    description: { en: "Six evenings of three-dimensional drawing.", de: "Sechs Abende dreidimensionales Zeichnen." },
    keywords: { en: ["course", "online"], de: ["Kurs", "online"] }
  }),
  online("https://example.org/stream/radio", {
    id: "amateur-radio",
    slots: [[15, 18, 20]],
    title: { en: "Amateur radio, an introduction", de: "Amateurfunk, eine Einführung" },
    description: { en: "From the first aerial to the other side of the world.", de: "Von der ersten Antenne um die halbe Welt." },
    keywords: { en: ["radio", "online"], de: ["Funk", "online"] },
    more: { status: 3 }
  }),
  online("https://example.org/stream/night", {
    id: "hack-weekend",
    slots: daily([-1, 0, 1], 0, 24),
    title: { en: "Hack weekend", de: "Bastelwochenende" },
    description: { en: "The stream never sleeps.", de: "Der Stream schläft nie." },
    keywords: { en: ["online", "electronics"], de: ["online", "Elektronik"] }
  }),
  staff({
    id: "planning",
    slots: daily([-6, 1, 8, 15], 8, 9),
    title: { en: "Planning" },
    description: { en: "What the next weeks bring." },
    keywords: { en: ["meeting"] }
  }),
  staff({
    id: "first-aid",
    slots: [[17, 7, 15]],
    title: { en: "First aid refresher" },
    description: { en: "One day, with certificate." },
    keywords: { en: ["training"] }
  }),
  staff({
    id: "summer-meal",
    slots: [[-40, 10, 13]],
    title: { en: "Staff meal" },
    description: { en: "Everybody brought something." },
    keywords: { en: ["social"] }
  }),
  staff({
    id: "stocktaking",
    slots: [[40, 6, 16]],
    title: { en: "Stocktaking" },
    description: { en: "Counting everything once a year." },
    keywords: { en: ["work"] }
  })
]
