import * as MemoryStores from "@agenda-engine/core/memory/MemoryStores"
import { Agendas } from "@agenda-engine/core/services/Agendas"
import { Transfer } from "@agenda-engine/core/services/Transfer"
import { expect } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Stream from "effect/Stream"
import sharp from "sharp"
import { demoLines, townAgenda } from "../../src/demo/demoLines.js"
import { formOf } from "./formOf.js"
import { TestWorld } from "./TestWorld.js"
import { make, type World, worldNow } from "./World.js"

const schema = {
  fields: [
    {
      field: "audience",
      fieldType: "checkbox",
      label: { fr: "Public", en: "For whom" },
      options: [
        { id: 1, value: "families", label: { fr: "Familles", en: "Families" } },
        { id: 2, value: "schools", label: { fr: "Écoles", en: "Schools" } }
      ]
    },
    { field: "capacity", fieldType: "integer", label: { fr: "Places", en: "Places" } },
    { field: "covered", fieldType: "boolean", label: { fr: "À couvert", en: "Under cover" } },
    { field: "practical", fieldType: "markdown", label: { fr: "Pratique", en: "Good to know" }, languages: ["fr", "en"] }
  ]
}

const festival = {
  longDescription: {
    en: "On the bank by the mill: **three evenings**, nine groups and a long table.\n\n## Saturday\n\n- brass bands\n- a dance at dusk"
  },
  imageCredits: "A drawing of the Vesle",
  registration: ["+33 3 26 00 00 00", "festival@example.org"],
  accessibility: { mi: true, hi: true },
  age: { min: 6, max: null },
  audience: [1, 2],
  capacity: 1_200,
  covered: false,
  practical: { en: "Bring a blanket; the *boats* leave at four." }
}

const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="1400" height="900"><rect width="1400" height="900" fill="#f3c98b"/>
<circle cx="980" cy="330" r="140" fill="#e2725b"/><path d="M0 560Q350 470 700 560T1400 560V900H0Z" fill="#2f6f8f"/></svg>`

const fill = ({ credentials, send, uids, within }: World) =>
  Effect.gen(function*() {
    const lines = Stream.fromIterable(demoLines(worldNow))
    const options = { ownerUid: uids.administrator, dryRun: false, progress: () => Effect.void }
    expect((yield* within(Effect.flatMap(Transfer, (transfer) => transfer.import(lines, options)))).errors).toEqual([])
    const title = "Saint-Aubry en fête"
    yield* within(Effect.flatMap(Agendas, (all) => all.restore({ uid: townAgenda, title, schema })))
    const bytes = yield* Effect.promise(() => sharp(Buffer.from(drawing)).jpeg().toBuffer())
    const form = formOf(festival, { bytes })
    const { status, text } = yield* send(`/v2/agendas/${townAgenda}/events/ext/demo/river-festival`, {
      ...form,
      method: "PATCH",
      headers: { ...form.headers, ...credentials.administratorToken }
    })
    expect(status, text).toBe(200)
  })

/**
 * A world with what the demonstration shows, where one event has a picture and everything else that a page can show.
 */
export const demoWorld = Layer.scoped(
  TestWorld,
  Effect.tap(make(MemoryStores.layer, { settings: { publicUrl: null } }), (world) => Effect.orDie(fill(world)))
)

/** The address of that event's page. */
export const festivalPage = "/agendas/saint-aubry/events/festival-au-fil-de-l-eau"
