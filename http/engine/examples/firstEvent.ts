import { type AgendaEngine, operator } from "@agenda-engine/engine"

/** Makes an agenda with one event in it. */
export const firstEvent = async ({ services }: AgendaEngine) => {
  const { uid } = await services.agendas.create({ title: "Summer in town" })
  const authorization = await services.access.authorize(operator, { _tag: "Uid", uid }, "events:write")
  return services.events.create(authorization, {
    title: { en: "Concert on the river" },
    description: { en: "Brass on a barge, from sunset on" },
    attendanceMode: 2,
    onlineAccessLink: "https://live.example/concert",
    timings: [{ begin: "2030-06-21T21:30:00+02:00", end: "2030-06-21T23:00:00+02:00" }]
  }, { lang: null })
}
