import MarkdownIt from "markdown-it"
import { richText } from "../src/richText.js"
import { unsafeMarkup } from "./unsafeMarkup.js"

const { cleanMarkdown, toHtml, toHtmlWithEmbeds, toMarkdown } = richText

/** A reader of markdown that lets everything through, as some clients have. */
export const careless = new MarkdownIt({ html: true })
careless.validateLink = () => true

/** Everything wrong with what comes of a text, whichever way it is taken. */
export const harmOf = (written: string): ReadonlyArray<string> =>
  [toMarkdown(written), cleanMarkdown(written)].flatMap((stored) => [
    ...unsafeMarkup(careless.render(stored), { titles: true }),
    ...unsafeMarkup(toHtml(stored)),
    ...unsafeMarkup(toHtmlWithEmbeds(stored), { frames: true })
  ]).concat(unsafeMarkup(toHtml(written)), unsafeMarkup(toHtmlWithEmbeds(written), { frames: true }))
