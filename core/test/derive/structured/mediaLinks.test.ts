import { describe, expect, it } from "@effect/vitest"
import * as FastCheck from "effect/FastCheck"
import { mediaLinks } from "../../../src/derive/structured/mediaLinks.js"
import { mediaEmbed } from "../../../src/domain/media/MediaEmbed.js"

const song = "4uLU6hMCjMI75M1A2tKUQC"
const programme = "085374-003-A"

describe("mediaEmbed", () => {
  it.each([
    ["https://www.youtube.com/watch?v=dQw4w9WgXcQ", "https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ"],
    ["http://youtube.com/watch?feature=shared&v=dQw4w9WgXcQ", "https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ"],
    ["https://m.youtube.com/watch?v=dQw4w9WgXcQ&t=1m30s", "https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ?start=90"],
    ["https://youtu.be/_Qw4-9WgXcQ?si=abc&t=42", "https://www.youtube-nocookie.com/embed/_Qw4-9WgXcQ?start=42"],
    ["https://www.youtube.com/shorts/dQw4w9WgXcQ", "https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ"],
    ["https://www.youtube.com/live/dQw4w9WgXcQ?feature=share", "https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ"],
    ["//www.youtube.com/embed/dQw4w9WgXcQ?rel=0", "https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ"],
    [
      "https://www.youtube.com/playlist?list=PLabcdefghijklmnop",
      "https://www.youtube-nocookie.com/embed/videoseries?list=PLabcdefghijklmnop"
    ],
    ["https://vimeo.com/76979871", "https://player.vimeo.com/video/76979871?dnt=1"],
    ["https://vimeo.com/76979871/8272103f6e", "https://player.vimeo.com/video/76979871?h=8272103f6e&dnt=1"],
    ["https://vimeo.com/channels/staffpicks/76979871", "https://player.vimeo.com/video/76979871?dnt=1"],
    ["https://vimeo.com/showcase/1234567/video/76979871", "https://player.vimeo.com/video/76979871?dnt=1"],
    ["https://player.vimeo.com/video/76979871?h=8272103f6e", "https://player.vimeo.com/video/76979871?h=8272103f6e&dnt=1"],
    ["https://www.dailymotion.com/video/x8abc12_un-titre", "https://geo.dailymotion.com/player.html?video=x8abc12"],
    ["https://dai.ly/x8abc12", "https://geo.dailymotion.com/player.html?video=x8abc12"],
    ["https://www.dailymotion.com/embed/video/x8abc12?autoplay=1", "https://geo.dailymotion.com/player.html?video=x8abc12"],
    [
      "https://soundcloud.com/un-groupe/un-titre",
      "https://w.soundcloud.com/player/?url=https%3A%2F%2Fsoundcloud.com%2Fun-groupe%2Fun-titre"
    ],
    [
      "https://soundcloud.com/un-groupe/sets/un-disque?si=1",
      "https://w.soundcloud.com/player/?url=https%3A%2F%2Fsoundcloud.com%2Fun-groupe%2Fsets%2Fun-disque"
    ],
    [
      "https://w.soundcloud.com/player/?url=https%3A//api.soundcloud.com/tracks/123456&color=%23ff5500",
      "https://w.soundcloud.com/player/?url=https%3A%2F%2Fapi.soundcloud.com%2Ftracks%2F123456"
    ],
    [`https://open.spotify.com/intl-fr/track/${song}?si=x`, `https://open.spotify.com/embed/track/${song}`],
    [`https://open.spotify.com/embed/episode/${song}`, `https://open.spotify.com/embed/episode/${song}`],
    ["https://www.deezer.com/fr/album/302127", "https://widget.deezer.com/widget/auto/album/302127"],
    ["https://widget.deezer.com/widget/dark/playlist/1479458365", "https://widget.deezer.com/widget/auto/playlist/1479458365"],
    [
      "https://bandcamp.com/EmbeddedPlayer/album=1234567890/size=large/bgcol=ffffff/track=42/",
      "https://bandcamp.com/EmbeddedPlayer/album=1234567890/track=42/size=large/artwork=small/"
    ],
    [`https://www.arte.tv/fr/videos/${programme}/un-film/`, `https://www.arte.tv/embeds/fr/${programme}`],
    [`https://www.arte.tv/embeds/de/${programme}?autoplay=true`, `https://www.arte.tv/embeds/de/${programme}`],
    ["https://framatube.org/w/kkGMgK9ZtnKfYAgnEtQxbv", "https://framatube.org/videos/embed/kkGMgK9ZtnKfYAgnEtQxbv"],
    [
      "https://tube-arts.apps.education.fr/videos/watch/9c9de5e8-0a1e-484a-b099-e80766180a6d",
      "https://tube-arts.apps.education.fr/videos/embed/9c9de5e8-0a1e-484a-b099-e80766180a6d"
    ]
  ])("plays %s", (url, player) => {
    const embed = mediaEmbed(url)
    expect(embed?.embed_url).toBe(player)
    expect(embed?.html).toContain(`src="${player.replaceAll("&", "&amp;")}"`)
  })

  it.each([
    ["a channel", "https://www.youtube.com/@uncanal"],
    ["a short identifier", "https://youtu.be/abc"],
    ["a long identifier", "https://youtu.be/dQw4w9WgXcQQ"],
    ["another host in front", "https://www.youtube.com.example.org/watch?v=dQw4w9WgXcQ"],
    ["another host behind a user", "https://www.youtube.com@example.org/watch?v=dQw4w9WgXcQ"],
    ["another port", "https://www.youtube.com:8443/watch?v=dQw4w9WgXcQ"],
    ["another scheme", "ftp://youtu.be/dQw4w9WgXcQ"],
    ["a script", "javascript:alert('https://youtu.be/dQw4w9WgXcQ')"],
    ["markup in the identifier", "https://youtu.be/%22onload=%22a"],
    ["Vimeo's home", "https://vimeo.com/"],
    ["a Vimeo person", "https://vimeo.com/quelquun"],
    ["a Dailymotion person", "https://www.dailymotion.com/quelquun"],
    ["a SoundCloud person", "https://soundcloud.com/un-groupe"],
    ["a SoundCloud list", "https://soundcloud.com/un-groupe/likes"],
    ["a SoundCloud page", "https://soundcloud.com/discover/sets"],
    ["a foreign page in SoundCloud's player", "https://w.soundcloud.com/player/?url=https%3A//example.org/tracks/1"],
    ["a Spotify person", "https://open.spotify.com/user/quelquun"],
    ["a Deezer person", "https://www.deezer.com/fr/profile/123"],
    ["a Bandcamp page", "https://un-groupe.bandcamp.com/album/un-disque"],
    ["ARTE's live page", "https://www.arte.tv/fr/direct/"],
    ["PeerTube on an unknown host", "https://example.org/w/kkGMgK9ZtnKfYAgnEtQxbv"],
    ["no link", "un texte"],
    ["nothing", ""]
  ])("leaves %s alone", (_label, url) => {
    expect(mediaEmbed(url)).toBeNull()
  })

  it("describes a video with oEmbed properties", () => {
    expect(mediaEmbed("https://youtu.be/dQw4w9WgXcQ")).toEqual({
      type: "video",
      version: "1.0",
      provider_name: "YouTube",
      provider_url: "https://www.youtube.com/",
      url: "https://www.youtube.com/watch?v=dQw4w9WgXcQ",
      embed_url: "https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ",
      html: '<iframe src="https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ" width="640" height="360" title="YouTube" loading="lazy" '
        + 'referrerpolicy="strict-origin-when-cross-origin" allow="encrypted-media; fullscreen; picture-in-picture"></iframe>',
      width: 640,
      height: 360,
      thumbnail_url: "https://i.ytimg.com/vi/dQw4w9WgXcQ/hqdefault.jpg"
    })
  })

  const hosts = FastCheck.constantFrom(
    "youtu.be",
    "www.youtube.com",
    "vimeo.com",
    "player.vimeo.com",
    "www.dailymotion.com",
    "soundcloud.com",
    "w.soundcloud.com",
    "open.spotify.com",
    "www.deezer.com",
    "bandcamp.com",
    "www.arte.tv",
    "framatube.org"
  )
  const words = FastCheck.oneof(
    FastCheck.constantFrom(
      "watch",
      "embed",
      "video",
      "videos",
      "w",
      "fr",
      "track",
      "sets",
      "player",
      "EmbeddedPlayer",
      "track=1",
      "76979871"
    ),
    FastCheck.constantFrom("dQw4w9WgXcQ", song, programme, "x8abc12", "?v=dQw4w9WgXcQ", "?url=https://soundcloud.com/a/b", "?h=8272103f6e"),
    FastCheck.constantFrom('"', "<", ">", "'", "&", "%22", "#", "..", "onload=", "javascript:"),
    FastCheck.string({ maxLength: 12 })
  )
  const urls = FastCheck.tuple(hosts, FastCheck.array(words, { maxLength: 5 })).map(([host, parts]) => `https://${host}/${parts.join("/")}`)

  it("embed data contains only identifiers of the URL, and its own page and player URLs are recognized", () => {
    FastCheck.assert(
      FastCheck.property(urls, (url) => {
        const embed = mediaEmbed(url)
        if (embed === null) return
        expect(embed.embed_url).toMatch(/^https:\/\/[a-z0-9.-]+\/[\w./?=&%-]*$/)
        expect(embed.url).toMatch(/^https:\/\/[a-z0-9.-]+\/[\w./?=&%-]*$/)
        expect(mediaEmbed(embed.url)).toEqual(embed)
        expect(mediaEmbed(embed.embed_url)).toEqual(embed)
      }),
      { numRuns: 5_000 }
    )
  })
})

describe("mediaLinks", () => {
  const links = (...texts: ReadonlyArray<string>) => mediaLinks(texts).map(({ link }) => link)

  it.each([
    ["a bare URL", "À voir : https://youtu.be/dQw4w9WgXcQ.", ["https://youtu.be/dQw4w9WgXcQ"]],
    ["an autolink", "<https://youtu.be/dQw4w9WgXcQ>", ["https://youtu.be/dQw4w9WgXcQ"]],
    ["a labelled link", 'Le [teaser](https://youtu.be/dQw4w9WgXcQ "titre") du film', ["https://youtu.be/dQw4w9WgXcQ"]],
    ["a URL in brackets", "(voir https://vimeo.com/76979871)", ["https://vimeo.com/76979871"]],
    ["a URL in emphasis", "**https://vimeo.com/76979871**", ["https://vimeo.com/76979871"]],
    ["escapes", "https://youtu.be/\\_Qw4\\-9WgXcQ", ["https://youtu.be/_Qw4-9WgXcQ"]],
    ["references", "<https://www.youtube.com/watch?a=1&amp;v=dQw4w9WgXcQ>", ["https://www.youtube.com/watch?a=1&v=dQw4w9WgXcQ"]],
    ["a picture that leads to a film", "[![](https://example.org/a.png)](https://vimeo.com/76979871)", ["https://vimeo.com/76979871"]],
    ["a link in brackets behind a sign", "![]([film](https://vimeo.com/76979871)", ["https://vimeo.com/76979871"]],
    ["two, in order", "https://vimeo.com/2 puis https://vimeo.com/1", ["https://vimeo.com/2", "https://vimeo.com/1"]],
    ["one twice", "https://vimeo.com/1 et <https://vimeo.com/1>", ["https://vimeo.com/1"]],
    ["a span of code", "`https://vimeo.com/1` et `` a ` https://vimeo.com/2 ``", []],
    ["a fence", "```\nhttps://vimeo.com/1\n```\nhttps://vimeo.com/2", ["https://vimeo.com/2"]],
    ["a fence that never ends", "~~~\nhttps://vimeo.com/1\n\nhttps://vimeo.com/2", []],
    ["an image", "![film](https://vimeo.com/1)", []],
    ["other links", "https://example.org https://vimeo.com/quelquun", []],
    ["nothing", "", []]
  ])("reads %s", (_label, text, expected) => {
    expect(links(text)).toEqual(expected)
  })

  it("links of several texts are combined", () => {
    expect(links("https://vimeo.com/1", "https://vimeo.com/2 https://vimeo.com/1")).toEqual(["https://vimeo.com/1", "https://vimeo.com/2"])
  })

  it("adversarial texts are processed in linear time", () => {
    for (const part of ["`", "` ``", "```\n", "![", "![](", "https://", "https://a(", "https://youtu.be/....", "\\"]) {
      expect(links(part.repeat(10_000))).toEqual([])
    }
  }, 20_000)
})
