import { mirrorAgenda } from "@agenda-engine/client/mirror"

const { agenda, key, url = "" } = document.querySelector<HTMLElement>("script[data-url]")?.dataset ?? {}
const form = document.querySelector("form")
const list = document.querySelector("ol")
const status = document.querySelector("[role=status]")

const clock = new Intl.DateTimeFormat("en", { timeStyle: "short" })

/** Lists what the form asks for. The mirror answers, so the page needs no network for it. */
const show = async () => {
  const values = new FormData(form ?? undefined)
  const text = (name: string) => {
    const value = values.get(name)
    return typeof value === "string" && value !== "" ? value : undefined
  }
  const { events, total } = await mirror.client.listEvents({
    agendaUid: Number(agenda),
    query: { search: text("search"), keyword: text("keyword"), featured: values.has("featured") || undefined, sort: "timings.asc" }
  })
  list?.replaceChildren(...events.map(({ dateRange, title }) => {
    const item = document.createElement("li")
    item.textContent = `${title.en ?? ""}, ${dateRange.en ?? ""}`
    return item
  }))
  if (status !== null) status.textContent = `${total} events, as of ${clock.format(mirror.state().at)}`
}

const mirror = await mirrorAgenda({ url, key, agendaUid: Number(agenda), onState: () => void show() })
form?.addEventListener("input", () => void show())
await show()
