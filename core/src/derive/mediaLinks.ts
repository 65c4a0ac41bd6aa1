import { type MediaEmbed, mediaEmbed } from "../domain/MediaEmbed.js"
import { urlsIn } from "../domain/urlsIn.js"

/** A link found in a text, and how it is embedded (wire.md §5, links). */
export interface MediaLink {
  /** The URL as the text means it, markdown escapes and character references resolved. */
  readonly link: string
  readonly data: MediaEmbed
}

/** Code shows a URL instead of linking it, an image loads it. Fences first: what they hold may look like spans. */
const notLinks =
  /^ {0,3}(`{3,}|~{3,})[^\n]*(?:\n[\s\S]*?)??(?:^ {0,3}\1[`~]*[ \t]*$|(?![\s\S]))|(?<!`)(`+)(?!`)[\s\S]*?[^`]\2(?!`)|!\[[^[\]\n]*\]\((?:[^()\n]|\([^()\n]*\))*\)/gm

const unescaped = (text: string): string =>
  text
    .replace(/\\([!-/:-@[-`{-~])/g, "$1")
    .replace(/&(?:amp|#38|#x26);/gi, "&")
    .replace(/&(?:lowbar|#95|#x5f);/gi, "_")

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
    for (const { url: link } of urlsIn(unescaped(text.replace(notLinks, " ")))) {
      const data = mediaEmbed(link)
      if (data !== null && !found.has(link)) found.set(link, { link, data })
    }
  }
  return [...found.values()]
}
