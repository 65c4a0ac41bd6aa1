import { matched, type MediaPlatform } from "./MediaPlatform.js"

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
