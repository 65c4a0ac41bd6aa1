import { at } from "../../../test/world/at.js"
import { askMember, dropped, row, swap, tellMember, withoutHeader, withoutQuery, type WrongServer } from "./faultRow.js"
import type { Tell } from "./serveFaulty.js"

const withSecret: Tell = (told, { method }) =>
  method === "GET" && at(told.body, "webhook") !== undefined ? { ...told, body: { ...Object(told.body), secret: "whsec_MDEy" } } : told

/** Servers that break one clause of changes and webhooks each, by what they do. */
export const changeFaults: { readonly [fault: string]: WrongServer } = {
  "tells the public of withdrawals as moderators": row("changes.feed.public", {
    tell: tellMember("kind", swap("event.removed", "event.unpublished"))
  }),
  "tells of no publication": row(
    "changes.feed.",
    { tell: tellMember("kind", swap("event.published", "event.updated")) },
    "changes.feed.public",
    "changes.feed.moderators",
    "changes.feed.across"
  ),
  "removes nothing": row(
    "changes.feed.",
    { tell: tellMember("removed", () => false) },
    "changes.feed.public",
    "changes.feed.moderators"
  ),
  "shows the public what moderators see": row(
    "changes.feed.",
    { ask: withoutHeader("key") },
    "changes.feed.public",
    "changes.feed.moderators",
    "changes.feed.folded",
    "changes.feed.across",
    "changes.feed.end",
    "changes.feed.refused"
  ),
  "tells instants without milliseconds": row("changes.feed.public", {
    tell: tellMember("at", (value) => String(value).replace(/\.\d+Z$/, "Z"))
  }),
  "ignores the cursor": row(
    "changes.feed.",
    { ask: withoutQuery("after") },
    "changes.feed.end",
    "changes.feed.refused"
  ),
  "ignores kinds": row("changes.feed.", { ask: withoutQuery("kind") }, "changes.feed.folded", "changes.feed.refused"),
  "adds no event": row("changes.feed.", { ask: withoutQuery("detailed") }, "changes.feed.folded", "changes.feed.refused"),
  "ends nowhere": row(
    "changes.feed.end",
    { tell: tellMember("upToDate", () => false) }
  ),
  "accepts every size and wait": row("changes.feed.refused", { ask: withoutQuery("wait") }),
  "shows the secret again": row("changes.webhook.shown", { tell: withSecret }),
  "makes short secrets": row(
    "changes.webhook.",
    { tell: tellMember("secret", () => "whsec_MDEyMzQ1Njc4OWFiY2RlZg==") },
    "changes.webhook.shown",
    "changes.webhook.changed"
  ),
  "drops what a body says of a webhook": row(
    "changes.webhook.",
    { ask: askMember("kinds", dropped) },
    "changes.webhook.shown",
    "changes.webhook.refused"
  ),
  "accepts every address": row("changes.webhook.refused", {
    ask: askMember("url", (value) => String(value).startsWith("http") ? "https://example.org/" : value)
  })
}
