import { mediaEmbed, type MediaLink } from "../../domain/media/MediaEmbed.js"
import { urlsIn } from "../../domain/text/url.js"

/** Code and images are not links. Fences come first, because their content may look like code spans. */
const notLinks =
  /^ {0,3}(`{3,}|~{3,})[^\n]*(?:\n[\s\S]*?)??(?:^ {0,3}\1[`~]*[ \t]*$|(?![\s\S]))|(?<!`)(`+)(?!`)[\s\S]*?[^`]\2(?!`)|!\[[^[\]\n]*\]\((?:[^()\n]|\([^()\n]*\))*\)/gm

const unescaped = (text: string): string =>
  text
    .replace(/\\([!-/:-@[-`{-~])/g, "$1")
    .replace(/&(?:amp|#38|#x26);/gi, "&")
    .replace(/&(?:lowbar|#95|#x5f);/gi, "_")

/**
 * The embeddable links in markdown texts, without duplicates, in order of appearance (wire.md §5, links). Platforms are
 * recognized by URL pattern alone. Bare URLs, `<…>` and `[…](…)` count; code and images do not.
 *
 * Platforms: YouTube videos, shorts and playlists; Vimeo, also unlisted; Dailymotion; ARTE; PeerTube on a few
 * well-known hosts; SoundCloud tracks and sets; Spotify and Deezer tracks, albums, playlists, artists, shows and
 * episodes; Bandcamp players.
 *
 * @example
 * mediaLinks(["Le film : https://vimeo.com/76979871."])[0]?.data.embed_url
 * // "https://player.vimeo.com/video/76979871?dnt=1"
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
