import type { Asked } from "../spelling/Asked.js"
import type { SpecUids } from "./SpecData.js"

const lists = ["/agendas/{agenda:main}/events", "/events"]

/**
 * A request narrowed to the sample data of one run: an agenda may hold other events, removed ones included, and other
 * locations, a server other agendas. Nothing is added without a tag, and to requests that name uids.
 */
export const narrowed = ({ agendas, events, tag }: SpecUids, path: string, asked: Asked): Asked => {
  if (tag === "") return asked
  if (lists.includes(path)) return "uid" in asked ? asked : { ...asked, uid: [...events.values()].map(String) }
  if (path === "/agendas") return "uid" in asked ? asked : { ...asked, uid: [...agendas.values()].map(String) }
  const { search = "" } = asked
  const hasWord = typeof search === "string" && (search === "" || /[\p{L}\p{N}]/u.test(search))
  return path === "/agendas/{agenda:main}/locations" && hasWord ? { ...asked, search: `${tag.slice(1)} ${search}`.trim() } : asked
}
