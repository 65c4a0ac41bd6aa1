import type { PhrasingContent } from "mdast"
import { splitLinks } from "./splitLinks.js"

/**
 * Links the URLs and e-mail addresses in phrases that are ready to be written. Before, an address can be in several
 * texts that markdown makes one.
 */
export const linkPhrases = (phrases: ReadonlyArray<PhrasingContent>): Array<PhrasingContent> =>
  phrases.flatMap((phrase): ReadonlyArray<PhrasingContent> => {
    switch (phrase.type) {
      case "text":
        return splitLinks(phrase.value).map(({ text, url }): PhrasingContent =>
          url === null ? { type: "text", value: text } : { type: "link", url, children: [{ type: "text", value: text }] }
        )
      case "strong":
      case "emphasis":
      case "delete":
        return [{ ...phrase, children: linkPhrases(phrase.children) }]
      default:
        return [phrase]
    }
  })
