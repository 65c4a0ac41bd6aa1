import { type MediaEmbed, mediaEmbed } from "../domain/MediaEmbed.js"

/** A link found in a text, and how it is embedded (wire.md §5, links). */
export interface MediaLink {
  /** The URL as the text means it, markdown escapes and character references resolved. */
  readonly link: string
  readonly data: MediaEmbed
}

/** Code shows a URL instead of linking it, an image loads it. Fences first: what they hold may look like spans. */
const notLinks =
  /^ {0,3}(`{3,}|~{3,})[^\n]*\n[\s\S]*?(?:^ {0,3}\1[`~]*[ \t]*$|(?![\s\S]))|(?<!`)(`+)(?!`)[\s\S]*?[^`]\2(?!`)|!\[[^\]\n]*\]\([^)\n]*\)/gm

const candidate = /https?:\/\/[^\s<>"[\]`|]+/gi

const unescaped = (url: string): string =>
  url
    .replace(/\\([!-/:-@[-`{-~])/g, "$1")
    .replace(/&(?:amp|#38|#x26);/gi, "&")
    .replace(/&#x5f;|&#95;/gi, "_")

/** A URL in running text ends before a bracket that it did not open, and before punctuation (GFM, extended autolinks). */
const cut = (text: string): string => {
  let depth = 0
  let end = text.length
  for (let at = 0; at < text.length; at++) {
    const char = text.charAt(at)
    if (char === "(") depth++
    else if (char === ")" && --depth < 0) {
      end = at
      break
    }
  }
  while (end > 0 && "?!.,:;*_~'’»”…".includes(text.charAt(end - 1))) end--
  return text.slice(0, end)
}

/**
 * The links in markdown texts that a known platform can embed, from URL patterns alone, each once, in order of appearance (wire.md §5,
 * links). Bare URLs, `<…>` and `[…](…)` count; code and images do not.
 *
 * The platforms: YouTube videos, shorts and playlists; Vimeo, also unlisted; Dailymotion; ARTE; PeerTube on a few well-known hosts;
 * SoundCloud tracks and sets; Spotify and Deezer tracks, albums, playlists, artists, shows and episodes; Bandcamp players.
 *
 * @example
 * mediaLinks(["Le film : https://vimeo.com/76979871."])[0]?.data.embed_url // "https://player.vimeo.com/video/76979871?dnt=1"
 */
export const mediaLinks = (texts: ReadonlyArray<string>): ReadonlyArray<MediaLink> => {
  const found = new Map<string, MediaLink>()
  for (const text of texts) {
    for (const match of text.replace(notLinks, " ").matchAll(candidate)) {
      const link = cut(unescaped(match[0]))
      const data = mediaEmbed(link)
      if (data !== null && !found.has(link)) found.set(link, { link, data })
    }
  }
  return [...found.values()]
}
