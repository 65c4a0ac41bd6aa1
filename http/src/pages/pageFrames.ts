import type { Agenda } from "@agenda-engine/core/domain/Agenda"
import type { Image } from "@agenda-engine/core/domain/Image"
import type { AgendaPageView } from "./agendaTemplate.js"
import type { EventPageView } from "./eventTemplate.js"
import type { PageFrame } from "./frameTemplate.js"
import { localText } from "./localText.js"
import { absolute, agendaPath, eventPath, type PageContext } from "./PageContext.js"
import { type PageLanguage, pageLanguages } from "./PageTexts.js"
import { sayMonth, saySlot } from "./sayTime.js"

type Described = Omit<PageFrame, "content" | "style">

/** What a frame says of the addresses of its page; `path` is its own in a context. */
const addressed = (path: (context: PageContext) => string, langs: ReadonlyArray<PageLanguage>, context: PageContext) => {
  const inLanguage = (lang: PageLanguage) => path({ ...context, lang, isLangAsked: true })
  return {
    canonical: absolute(path(context), context),
    alternates: [
      ...langs.map((lang) => ({ lang, url: absolute(inLanguage(lang), context) })),
      { lang: "x-default", url: absolute(path({ ...context, isLangAsked: false }), context) }
    ],
    inLanguage
  }
}

const imageOf = (image: Image | null, { imageBase }: PageContext): PageFrame["image"] => {
  if (image === null || image.base !== "") return null
  const { filename, size } = image.variants.find(({ type }) => type === "full") ?? image
  return { url: `${imageBase}${filename}`, width: size.width, height: size.height }
}

const siteOf = (agenda: Agenda) => ({ siteName: agenda.title, indexed: agenda.indexed })

/** The frame of a page of an agenda. What is searched for is not listed by search engines. */
export const agendaFrame = ({ address, agenda }: AgendaPageView, context: PageContext): Described => ({
  ...siteOf(agenda),
  ...addressed((one) => agendaPath(agenda.slug, address, one), pageLanguages, context),
  title: [agenda.title, ...(address.month === null ? [] : [sayMonth(address.month, context.lang)])].join(" · "),
  description: agenda.description === "" ? agenda.title : agenda.description,
  type: "website",
  image: null,
  indexed: agenda.indexed && address.search === ""
})

/** The frame of the page of an event or of one of its slots, in the languages that it is written in. */
export const eventFrame = ({ publication, slot }: EventPageView, context: PageContext): Described => {
  const { agenda, event } = publication
  const title = localText(event.title, context)?.text ?? event.slug
  return {
    ...siteOf(agenda),
    ...addressed(
      (one) => eventPath(agenda.slug, event.slug, slot?.id ?? null, one),
      pageLanguages.filter((lang) => Object.hasOwn(event.title, lang)),
      context
    ),
    title: slot === null ? title : `${title}, ${saySlot(slot, context.lang, event.timezone, context.now)}`,
    description: localText(event.description, context)?.text ?? title,
    type: "article",
    image: imageOf(event.image, context)
  }
}

/** The frame of a page for an address that shows nothing: it says nothing of the address, not even in links. */
export const missingFrame = ({ says }: PageContext): Described => ({
  title: says.missing,
  description: says.missingWhy,
  siteName: "",
  type: "website",
  canonical: null,
  alternates: [],
  inLanguage: (lang) => `?lang=${lang}`,
  image: null,
  indexed: false
})
