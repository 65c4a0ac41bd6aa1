import { matched, type MediaPlatform } from "./MediaPlatform.js"

/** First path segments on SoundCloud that are not user names. */
const soundcloudSections = new Set([
  "discover",
  "search",
  "stream",
  "you",
  "upload",
  "charts",
  "pages",
  "people",
  "tags",
  "jobs",
  "imprint",
  "settings"
])
/** Second path segments on SoundCloud that are not tracks. */
const soundcloudLists = new Set(["tracks", "albums", "sets", "reposts", "likes", "followers", "following", "popular-tracks", "comments"])

const soundcloudPage = (path: ReadonlyArray<string>): string | null => {
  if (!path.every((segment) => /^[\w-]{1,120}$/.test(segment))) return null
  const [user, second, third, fourth] = path
  if (user === undefined || second === undefined || soundcloudSections.has(user)) return null
  const isSet = second === "sets" && third !== undefined
  const secret = isSet ? fourth : third
  if ((!isSet && soundcloudLists.has(second)) || path.length > (isSet ? 4 : 3) || (secret !== undefined && !secret.startsWith("s-"))) {
    return null
  }
  return `https://soundcloud.com/${path.join("/")}`
}

const soundcloud: MediaPlatform = {
  name: "SoundCloud",
  home: "https://soundcloud.com/",
  type: "rich",
  find: ({ host, path, query }) => {
    if (host === "w.soundcloud.com" && path[0] === "player") {
      const url = query.get("url")?.replace(/%3A/gi, ":").replace(/%2F/gi, "/") ?? ""
      const apiUrl = /^https?:\/\/api\.soundcloud\.com\/(?:tracks|playlists|users)\/\d{1,15}(?![^?&%])/.exec(url)?.[0]
      if (apiUrl !== undefined) {
        const player = `https://w.soundcloud.com/player/?url=${encodeURIComponent(apiUrl.replace(/^http:/, "https:"))}`
        return { page: player, player, height: 300 }
      }
      const pagePath = /^https?:\/\/soundcloud\.com\/([\w/-]+)/.exec(url)?.[1]
      return pagePath === undefined ? null : soundcloud.find({ host: "soundcloud.com", path: pagePath.split("/"), query: new Map() })
    }
    if (host !== "soundcloud.com" && host !== "www.soundcloud.com" && host !== "m.soundcloud.com") return null
    const page = soundcloudPage(path)
    return page === null ? null : { page, player: `https://w.soundcloud.com/player/?url=${encodeURIComponent(page)}`, height: 300 }
  }
}

const spotify: MediaPlatform = {
  name: "Spotify",
  home: "https://open.spotify.com/",
  type: "rich",
  find: ({ host, path }) => {
    if (host !== "open.spotify.com") return null
    const [kind, id] = path.filter((segment, index) => !(index < 2 && (segment === "embed" || /^intl-[a-z]{2}$/.test(segment))))
    const validKind = matched(kind, /^(?:track|album|playlist|artist|show|episode)$/)
    const validId = matched(id, /^[A-Za-z0-9]{22}$/)
    if (validKind === null || validId === null) return null
    return {
      page: `https://open.spotify.com/${validKind}/${validId}`,
      player: `https://open.spotify.com/embed/${validKind}/${validId}`,
      height: validKind === "track" || validKind === "episode" ? 152 : 352
    }
  }
}

const deezer: MediaPlatform = {
  name: "Deezer",
  home: "https://www.deezer.com/",
  type: "rich",
  find: ({ host, path }) => {
    const onPlayer = host === "widget.deezer.com" && path[0] === "widget"
    if (!onPlayer && host !== "www.deezer.com" && host !== "deezer.com") return null
    const [kind, id] = onPlayer ? path.slice(2) : path.filter((segment, index) => !(index === 0 && /^[a-z]{2}$/.test(segment)))
    const validKind = matched(kind, /^(?:track|album|playlist|artist|show|episode)$/)
    const validId = matched(id, /^\d{1,15}$/)
    if (validKind === null || validId === null) return null
    return {
      page: `https://www.deezer.com/${validKind}/${validId}`,
      player: `https://widget.deezer.com/widget/auto/${validKind}/${validId}`,
      height: validKind === "track" || validKind === "episode" ? 150 : 300
    }
  }
}

const bandcamp: MediaPlatform = {
  name: "Bandcamp",
  home: "https://bandcamp.com/",
  type: "rich",
  find: ({ host, path }) => {
    if (host !== "bandcamp.com" || path[0] !== "EmbeddedPlayer") return null
    const ids = path.flatMap((segment) => matched(segment, /^(?:album|track)=\d{1,12}$/) ?? [])
    if (ids.length === 0) return null
    const player = `https://bandcamp.com/EmbeddedPlayer/${[...new Set(ids)].sort().join("/")}/size=large/artwork=small/`
    return { page: player, player, height: 120 }
  }
}

/**
 * Audio platforms: SoundCloud tracks and sets; Spotify and Deezer tracks, albums, playlists, artists, shows and
 * episodes; Bandcamp player URLs, since Bandcamp page URLs do not contain the identifier.
 */
export const soundPlatforms: ReadonlyArray<MediaPlatform> = [soundcloud, spotify, deezer, bandcamp]
