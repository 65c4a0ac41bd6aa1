/** The parts of an http or https URL that identify media: host in lower case, path segments, query. */
export interface MediaAddress {
  readonly host: string
  /** The path segments without empty ones: `/a//b/` is `["a", "b"]`. */
  readonly path: ReadonlyArray<string>
  /** The first value of each query parameter, not decoded. */
  readonly query: ReadonlyMap<string, string>
}

/** One media item on a platform, assembled from validated identifiers only. */
interface Media {
  /** The page for humans, https. */
  readonly page: string
  /** The URL of the player's iframe, https. */
  readonly player: string
  /** The player's height in CSS pixels, for a width of 640. */
  readonly height: number
  /** URL of a still image, when it can be derived from the identifier. */
  readonly thumbnail?: string
}

interface MediaPlatform {
  readonly name: string
  readonly home: string
  /** As in oEmbed: `video`, or `rich` for sound and mixed players. */
  readonly type: "video" | "rich"
  /** The media at a page or player URL; null when the URL is not of this platform or not one media item. */
  readonly find: (address: MediaAddress) => Media | null
}

/** The text if the pattern matches, else null. The pattern must be anchored at both ends. */
const matched = (text: string | undefined, form: RegExp): string | null => text !== undefined && form.test(text) ? text : null

const video_height = 360

/** Parses a start time into seconds: `90`, `90s`, `1m30s`, `1h2m3s`; 0 for anything else. */
const secondsOf = (text: string | undefined): number => {
  const parts = /^(?:(\d{1,2})h)?(?:(\d{1,3})m)?(?:(\d{1,5})s?)?$/.exec(text ?? "")
  return parts === null ? 0 : Number(parts[1] ?? 0) * 3_600 + Number(parts[2] ?? 0) * 60 + Number(parts[3] ?? 0)
}

const youtubeHosts = new Set([
  "youtube.com",
  "www.youtube.com",
  "m.youtube.com",
  "music.youtube.com",
  "www.youtube-nocookie.com",
  "youtube-nocookie.com"
])
const youtubePaths = new Set(["embed", "shorts", "live", "v"])

const youtube: MediaPlatform = {
  name: "YouTube",
  home: "https://www.youtube.com/",
  type: "video",
  find: ({ host, path, query }) => {
    if (host !== "youtu.be" && !youtubeHosts.has(host)) return null
    const [first, second] = path
    const rawId = host === "youtu.be" ? first : first === "watch" ? query.get("v") : youtubePaths.has(first ?? "") ? second : undefined
    const id = rawId === "videoseries" ? null : matched(rawId, /^[\w-]{11}$/)
    const list = matched(query.get("list"), /^[\w-]{12,64}$/)
    if (id === null) {
      if (list === null || (first !== "playlist" && rawId !== "videoseries")) return null
      return {
        page: `https://www.youtube.com/playlist?list=${list}`,
        player: `https://www.youtube-nocookie.com/embed/videoseries?list=${list}`,
        height: video_height
      }
    }
    const start = secondsOf(query.get("t") ?? query.get("start"))
    return {
      page: `https://www.youtube.com/watch?v=${id}${start > 0 ? `&t=${start}s` : ""}`,
      player: `https://www.youtube-nocookie.com/embed/${id}${start > 0 ? `?start=${start}` : ""}`,
      height: video_height,
      thumbnail: `https://i.ytimg.com/vi/${id}/hqdefault.jpg`
    }
  }
}

const vimeoPage =
  /^(?:video\/|channels\/[\w-]+\/|groups\/[\w-]+\/videos\/|(?:album|showcase)\/[\w-]+\/video\/)?(\d{1,12})(?:\/([0-9a-f]{8,16}))?$/
const vimeoPlayer = /^video\/(\d{1,12})$/

const vimeo: MediaPlatform = {
  name: "Vimeo",
  home: "https://vimeo.com/",
  type: "video",
  find: ({ host, path, query }) => {
    const form = host === "player.vimeo.com" ? vimeoPlayer : host === "vimeo.com" || host === "www.vimeo.com" ? vimeoPage : null
    const parts = form?.exec(path.join("/"))
    if (!parts) return null
    const id = parts[1] ?? ""
    const hash = parts[2] ?? matched(query.get("h"), /^[0-9a-f]{8,16}$/)
    return {
      page: `https://vimeo.com/${id}${hash === null ? "" : `/${hash}`}`,
      player: `https://player.vimeo.com/video/${id}?${hash === null ? "" : `h=${hash}&`}dnt=1`,
      height: video_height
    }
  }
}

const dailymotion: MediaPlatform = {
  name: "Dailymotion",
  home: "https://www.dailymotion.com/",
  type: "video",
  find: ({ host, path, query }) => {
    const [first, second, third] = path
    const onPlayer = host === "geo.dailymotion.com" && (first === "player.html" || first === "player")
    const onSite = host === "www.dailymotion.com" || host === "dailymotion.com"
    const rawId = host === "dai.ly"
      ? first
      : onPlayer
      ? query.get("video")
      : !onSite
      ? undefined
      : first === "video"
      ? second
      : first === "embed" && second === "video"
      ? third
      : undefined
    const id = matched(rawId?.replace(/_.*$/, ""), /^[xk][A-Za-z0-9]{4,20}$/)
    if (id === null) return null
    return {
      page: `https://www.dailymotion.com/video/${id}`,
      player: `https://geo.dailymotion.com/player.html?video=${id}`,
      height: video_height
    }
  }
}

const arte: MediaPlatform = {
  name: "ARTE",
  home: "https://www.arte.tv/",
  type: "video",
  find: ({ host, path }) => {
    if (host !== "www.arte.tv" && host !== "arte.tv") return null
    const [first, second, third] = path
    const [language, id] = first === "embeds" ? [second, third] : second === "videos" ? [first, third] : []
    const validLanguage = matched(language, /^(?:fr|de|en|es|it|pl)$/)
    const validId = matched(id, /^\d{6}-\d{3}-[A-Z]$/)
    if (validLanguage === null || validId === null) return null
    return {
      page: `https://www.arte.tv/${validLanguage}/videos/${validId}/`,
      player: `https://www.arte.tv/embeds/${validLanguage}/${validId}`,
      height: video_height
    }
  }
}

/** Trusted PeerTube hosts. Anyone can run PeerTube, so the path alone does not make a host safe to embed. */
const peertubeHosts =
  /^(?:framatube\.org|peertube\.tv|makertube\.net|tilvids\.com|video\.blender\.org|tube-[a-z0-9-]+\.apps\.education\.fr)$/
const peertubeId = /^(?:[1-9A-HJ-NP-Za-km-z]{22}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/

const peertube: MediaPlatform = {
  name: "PeerTube",
  home: "https://joinpeertube.org/",
  type: "video",
  find: ({ host, path }) => {
    if (!peertubeHosts.test(host)) return null
    const [first, second, third] = path
    const rawId = first === "w" ? second : first === "videos" && (second === "watch" || second === "embed") ? third : undefined
    const id = matched(rawId, peertubeId)
    return id === null ? null : { page: `https://${host}/w/${id}`, player: `https://${host}/videos/embed/${id}`, height: video_height }
  }
}

/**
 * Video platforms: YouTube videos, shorts and playlists; Vimeo, unlisted videos included; Dailymotion; ARTE; PeerTube
 * on a few well-known hosts.
 */
export const videoPlatforms: ReadonlyArray<MediaPlatform> = [youtube, vimeo, dailymotion, arte, peertube]

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
