import { createAgendaEngine } from "@agenda-engine/engine"

/** An engine whose pages look like those of the town, and whose public agendas anybody may read as JSON. */
export const townPages = (database: "memory" | `sqlite:${string}`) =>
  createAgendaEngine({
    database,
    publicUrl: "https://town.example/calendar",
    basePath: "/calendar",
    trustProxy: true,
    anonymousReads: true,
    routes: { docs: false, embed: false },
    templates: {
      head: '<meta name="theme-color" content="#b00020">',
      header: ({ lang }) => `<p class="town">${lang === "fr" ? "Ville" : "Town"}</p>`,
      footer: '<p><a href="https://town.example/imprint">Imprint</a></p>',
      style: ".town{color:#b00020}"
    },
    http: { pagesTimezone: "Europe/Paris" },
    limits: { slots_max: 200 }
  })
