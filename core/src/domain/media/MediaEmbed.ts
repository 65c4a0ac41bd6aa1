import * as Schema from "effect/Schema"
import { type MediaAddress, soundPlatforms, videoPlatforms } from "./mediaPlatforms.js"

/** How to embed a media link in a page, in the terms of oEmbed 1.0 (§2.3.4). */
export const MediaEmbed = Schema.Struct({
  type: Schema.Literal("video", "rich"),
  version: Schema.Literal("1.0"),
  provider_name: Schema.String,
  provider_url: Schema.String,
  /** The page for humans, https. */
  url: Schema.String,
  /** The URL of the iframe in `html`, https. */
  embed_url: Schema.String,
  /** One `<iframe>` element, safe to insert into a page unchanged. */
  html: Schema.String,
  /** CSS pixels. */
  width: Schema.Int,
  /** CSS pixels. */
  height: Schema.Int,
  thumbnail_url: Schema.optionalWith(Schema.String, { exact: true })
})
/** How to embed a media link in a page. */
export type MediaEmbed = typeof MediaEmbed.Type

/** A link in a text with its embed data (wire.md §5, links). */
export const MediaLink = Schema.Struct({
  /** The URL with markdown escapes and character references resolved. */
  link: Schema.String,
  data: MediaEmbed
})
/** A link in a text with its embed data. */
export type MediaLink = typeof MediaLink.Type

const width = 640

const platforms = [...videoPlatforms, ...soundPlatforms]

const parseAddress = (url: string): MediaAddress | null => {
  const parts = /^https?:\/\/([^/?#\s]+)([^?#\s]*)(?:\?([^#\s]*))?(?:#\S*)?$/i.exec(url.startsWith("//") ? `https:${url}` : url)
  if (parts === null) return null
  const query = new Map<string, string>()
  for (const pair of (parts[3] ?? "").split("&")) {
    const separator = pair.indexOf("=")
    const name = separator < 0 ? pair : pair.slice(0, separator)
    if (!query.has(name)) query.set(name, separator < 0 ? "" : pair.slice(separator + 1))
  }
  return { host: (parts[1] ?? "").toLowerCase(), path: (parts[2] ?? "").split("/").filter((segment) => segment !== ""), query }
}

/**
 * The embed of a link to media on a known platform (`videoPlatforms`, `soundPlatforms`); null for other links. Accepts
 * page and player URLs: http, https or protocol-relative (`//…`). Matches URL patterns only; of the URL, the result
 * contains only validated identifiers.
 *
 * @example
 * mediaEmbed("https://youtu.be/dQw4w9WgXcQ")?.embed_url // "https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ"
 */
export const mediaEmbed = (url: string): MediaEmbed | null => {
  const address = parseAddress(url)
  if (address === null) return null
  for (const platform of platforms) {
    const media = platform.find(address)
    if (media !== null) {
      return {
        type: platform.type,
        version: "1.0",
        provider_name: platform.name,
        provider_url: platform.home,
        url: media.page,
        embed_url: media.player,
        html: `<iframe src="${media.player.replaceAll("&", "&amp;")}" width="${width}" height="${media.height}" title="${platform.name}" `
          + `loading="lazy" referrerpolicy="strict-origin-when-cross-origin" allow="encrypted-media; fullscreen; picture-in-picture"></iframe>`,
        width,
        height: media.height,
        ...(media.thumbnail === undefined ? {} : { thumbnail_url: media.thumbnail })
      }
    }
  }
  return null
}
