/**
 * The script in an embed. It tells the page around it the height of the document in CSS pixels and the query string:
 * `{ type: "agenda-engine", height, query }`. Without it the embed works in a frame of a fixed height.
 */
export const frameScript =
  `(()=>{const tell=()=>parent.postMessage({type:"agenda-engine",height:document.body.offsetHeight,query:location.search},"*");new ResizeObserver(tell).observe(document.body)})()`

/**
 * The script of a site with embeds. It sizes each frame as its document, and keeps search, month and page in the
 * address of the site, so that it can be bookmarked and shared. Their names there begin with `data-agenda` of the
 * frame, `agenda` by default. It only takes messages of such frames, from the origin that it was loaded from.
 */
export const widgetsScript = `(() => {
  const base = new URL(".", document.currentScript.src)
  const names = ["search", "month", "page"]
  const framesHere = () => [...document.querySelectorAll("iframe")].filter(({ src }) => src.startsWith(base.href + "agendas/"))
  const nameIn = (frame, name) => (frame.dataset.agenda || "agenda") + "." + name
  const restore = (frame) => {
    const address = new URL(location.href).searchParams
    const url = new URL(frame.src)
    for (const name of names) {
      const value = address.get(nameIn(frame, name))
      if (value !== null) url.searchParams.set(name, value)
    }
    if (url.href !== frame.src) frame.src = url.href
  }
  const keep = (frame, query) => {
    const shown = new URLSearchParams(query)
    const url = new URL(location.href)
    for (const name of names) {
      const value = shown.get(name)
      if (value) url.searchParams.set(nameIn(frame, name), value)
      else url.searchParams.delete(nameIn(frame, name))
    }
    if (url.href !== location.href) history.replaceState(history.state, "", url.href)
  }
  addEventListener("message", ({ data, origin, source }) => {
    if (origin !== base.origin || !data || data.type !== "agenda-engine") return
    const frame = framesHere().find(({ contentWindow }) => contentWindow === source)
    if (!frame) return
    if (data.height > 0 && data.height < 100000) frame.style.height = Math.ceil(data.height) + "px"
    if (typeof data.query === "string") keep(frame, data.query)
  })
  const start = () => framesHere().forEach(restore)
  if (document.readyState === "loading") addEventListener("DOMContentLoaded", start)
  else start()
})()
`
