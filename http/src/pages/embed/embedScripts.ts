/**
 * The script in an embed. It tells the page around it the height of the document in CSS pixels and the query string:
 * `{ type: "agenda-engine", height, query }`, when the height changes and when that page asks with the message
 * `"agenda-engine"`, because it may listen later. Without it the embed works in a frame of a fixed height.
 */
export const frameScript =
  `(()=>{const tell=()=>parent.postMessage({type:"agenda-engine",height:document.body.offsetHeight,query:location.search},"*");addEventListener("message",({data,source})=>{if(source===parent&&data==="agenda-engine")tell()});new ResizeObserver(tell).observe(document.body)})()`

/**
 * The script of a site with embeds. It sizes each frame as its document, and keeps search, month and page in the
 * address of the site, so that it can be bookmarked and shared. Their names there begin with `data-agenda` of the
 * frame, `agenda` by default. It only takes messages of such frames, from the origin that it was loaded from. A frame
 * may be loaded before the script, or be inserted later; its first message then restores its state.
 */
export const widgetsScript = `(() => {
  const base = new URL(".", document.currentScript.src)
  const names = ["search", "month", "page"]
  const framesHere = () => [...document.querySelectorAll("iframe")].filter(({ src }) => src.startsWith(base.href + "agendas/"))
  const nameIn = (frame, name) => (frame.dataset.agenda || "agenda") + "." + name
  const restored = new WeakSet()
  const restore = (frame) => {
    if (restored.has(frame)) return false
    restored.add(frame)
    const address = new URL(location.href).searchParams
    const url = new URL(frame.src)
    for (const name of names) {
      const value = address.get(nameIn(frame, name))
      if (value !== null) url.searchParams.set(name, value)
    }
    const isChanged = url.href !== frame.src
    if (isChanged) frame.src = url.href
    return isChanged
  }
  const resize = (frame, height) => {
    const borders = getComputedStyle(frame).boxSizing === "border-box" ? frame.offsetHeight - frame.clientHeight : 0
    frame.style.height = Math.ceil(height) + borders + "px"
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
    if (data.height > 0 && data.height < 100000) resize(frame, data.height)
    if (typeof data.query === "string" && !restore(frame)) keep(frame, data.query)
  })
  const start = () => {
    for (const frame of framesHere()) if (!restore(frame)) frame.contentWindow.postMessage("agenda-engine", "*")
  }
  if (document.readyState === "loading") addEventListener("DOMContentLoaded", start)
  else start()
})()
`
