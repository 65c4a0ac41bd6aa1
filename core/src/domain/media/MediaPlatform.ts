/** The parts of an http or https URL that identify media: host in lower case, path segments, query. */
export interface MediaAddress {
  readonly host: string
  /** The path segments without empty ones: `/a//b/` is `["a", "b"]`. */
  readonly path: ReadonlyArray<string>
  /** The first value of each query parameter, not decoded. */
  readonly query: ReadonlyMap<string, string>
}

/** One media item on a platform, assembled from validated identifiers only. */
export interface Media {
  /** The page for humans, https. */
  readonly page: string
  /** The URL of the player's iframe, https. */
  readonly player: string
  /** The player's height in CSS pixels, for a width of 640. */
  readonly height: number
  /** URL of a still image, when it can be derived from the identifier. */
  readonly thumbnail?: string
}

/** A media platform and its URL matcher. */
export interface MediaPlatform {
  readonly name: string
  readonly home: string
  /** As in oEmbed: `video`, or `rich` for sound and mixed players. */
  readonly type: "video" | "rich"
  /** The media at a page or player URL; null when the URL is not of this platform or not one media item. */
  readonly find: (address: MediaAddress) => Media | null
}

/** The text if the pattern matches, else null. The pattern must be anchored at both ends. */
export const matched = (text: string | undefined, form: RegExp): string | null => text !== undefined && form.test(text) ? text : null
