import * as DateTime from "effect/DateTime"
import {
  askMember,
  dropped,
  edited,
  row,
  status,
  tellMember,
  withHeader,
  withoutHeader,
  withoutQuery,
  type WrongServer
} from "./faultRow.js"

/** Servers that break one clause each, by what they do: those of bodies, slots, tokens, tags and rights. */
export const wireFaults: { readonly [fault: string]: WrongServer } = {
  "tells slots in UTC": row(
    "write.slot.",
    {
      tell: (told) => ({
        ...told,
        body: edited(
          told.body,
          (name, value) =>
            (name === "begin" || name === "end") && typeof value === "string"
              ? DateTime.formatIso(DateTime.unsafeMake(value)).replace(".000", "")
              : value
        )
      })
    },
    "write.slot.offsets",
    "write.slot.touching"
  ),
  "tells slots with a fraction": row(
    "write.slot.",
    {
      tell: tellMember("begin", (value) =>
        String(value).replace(/([+-])/g, "$1")
          .replace(/(T\d\d:\d\d:\d\d)/, "$1.000"))
    },
    "write.slot.offsets",
    "write.slot.touching"
  ),
  "tells every slot with the offset of winter": row("write.slot.offsets", {
    tell: tellMember("begin", (value) => String(value).replace("+02:00", "+01:00").replace("-04:00", "-05:00"))
  }),
  "accepts every slot": row(
    "write.slot.",
    { tell: status(400, 200) },
    ...["no-offset", "impossible-date", "empty", "too-long", "overlap", "none", "too-many"].map((name) => `write.slot.${name}`)
  ),
  "accepts every value": row(
    "write.refused.",
    { tell: status(400, 200) },
    ...[
      "title",
      "age",
      "description",
      "conditions",
      "plain-text",
      "attendance",
      "status",
      "location-needed",
      "location-unknown",
      "link-needed",
      "link",
      "timezone"
    ].map((name) => `write.refused.${name}`)
  ),
  "accepts more slots than 800": row("write.slot.too-many", { tell: status(400, 200) }),
  "keeps the first 100 slots": row("write.slot.most", {
    ask: askMember("timings", (value) => Array.isArray(value) ? value.slice(0, 100) : value)
  }),
  "accepts bodies of any size": row("write.body.too-large", { ask: askMember("unheard", dropped) }),
  "ignores relative": row("write.filters.", { ask: withoutQuery("relative") }, "write.filters.plain"),
  "reads no header lang": row("write.body.", { ask: withoutHeader("lang") }, "write.body.lang"),
  "reads JSON only": row(
    "write.body.",
    { tell: (told, { headers }) => /form/.test(headers["content-type"] ?? "") ? { ...told, status: 415 } : told },
    "write.body.form",
    "write.body.multipart"
  ),
  "warns of nothing": row("write.body.", { tell: tellMember("warnings", () => []) }, "write.body.unknown"),
  "stores texts as they are": row(
    "write.body.",
    {
      tell: tellMember("title", (value) => edited(value, (_name, text) => typeof text === "string" ? text.normalize("NFD") : text))
    },
    "write.body.limits",
    "write.body.normalised"
  ),
  "merges what PATCH names": row("write.body.emptied", {
    ask: askMember("keywords", (value) => JSON.stringify(value) === "{}" ? undefined : value)
  }),
  "empties offers with a full update": row("write.body.full", {
    ask: (asked) => asked.method === "PUT" ? { ...asked, body: { ...Object(asked.body), offers: [] } } : asked
  }),
  "resets the state with a full update": row("write.body.full", {
    ask: (asked) => asked.method === "PUT" ? { ...asked, body: { ...Object(asked.body), state: 2 } } : asked
  }),
  "answers 409 to another body for one key": row("write.body.other-key-body", { tell: status(422, 409) }),
  "takes the tag of another version as the same": row("write.body.stale-tag", {
    tell: (told, { headers }) => headers["if-none-match"] === undefined ? told : { ...told, status: 304 }
  }),
  "keeps the version of the entity tag": row("write.body.stale-tag", { tell: withHeader("etag", (tag) => tag.replace(/^"\d+/, '"1')) }),
  "tells the life of tokens as a text": row("write.token.", { tell: tellMember("expires_in", String) }, "write.token.shape"),
  "makes longer tokens": row("write.token.shape", { tell: tellMember("access_token", (value) => `${String(value)}0`) }),
  "answers 403 to a wrong secret": row("write.token.wrong-secret", {
    tell: (told, { path }) =>
      path.endsWith("requestAccessToken")
        ? status(401, 403)(told, { method: "", path, query: new URLSearchParams(), headers: {}, body: null })
        : told
  }),
  "does not know Bearer": row("write.token.bearer", { ask: withoutHeader("authorization") }),
  "lets contributors do everything": row(
    "moderation.contributor.",
    { tell: status(403, 200) },
    "moderation.contributor.others",
    "moderation.contributor.mine",
    "moderation.contributor.availability",
    "moderation.contributor.rights"
  ),
  "lists the events of all for mine": row("moderation.contributor.mine", {
    tell: (told, { query }) => query.has("mine") ? { ...told, body: { ...Object(told.body), total: 2 } } : told
  }),
  "shows contributors the history of states": row("moderation.contributor.own-rights", {
    tell: tellMember("event", (value) => ({ stateHistory: [], ...Object(value) }))
  }),
  "lets contributors feature events": row("moderation.contributor.own-rights", { tell: tellMember("featured", () => true) }),
  "sends a body with HEAD": row("read.http.head", { headBody: "{}" }, "read.http.head-body")
}
