import type { Agenda } from "@agenda-engine/core/domain/agenda/Agenda"
import type { Image } from "@agenda-engine/core/domain/media/Image"
import { lookUpLanguage } from "@agenda-engine/core/domain/text/MultilingualText"
import { pageLanguageOf } from "@agenda-engine/http/exports/calendarExport"
import { absolute, agendaPath, eventPath, type PageContext, startPath } from "./PageContext.js"
import { pageLanguages } from "./pageLanguages.js"
import type { AgendaPageView } from "./template/agendaTemplate.js"
import type { EventPageView } from "./template/eventTemplate.js"
import { formatDay, formatMonthName, formatSlot } from "./template/formatTime.js"
import type { PageFrame } from "./template/frameTemplate.js"
import { localText } from "./template/localText.js"

type Described = Omit<PageFrame, "content" | "style">

/**
 * URLs of a frame: canonical, alternates and language links, for the languages of its texts. `path` returns its path in
 * a context. The canonical URL names only a language of the texts or of the interface.
 */
const addressed = (path: (context: PageContext) => string, langs: ReadonlyArray<string>, context: PageContext) => {
  const inLanguage = (lang: string) => path({ ...context, languages: [lang], isLangAsked: true })
  const [asked = context.lang] = context.languages
  const named = lookUpLanguage(asked, langs) ?? pageLanguageOf(asked)
  return {
    canonical: absolute(context.isLangAsked && named !== null ? inLanguage(named) : path({ ...context, isLangAsked: false }), context),
    languages: langs,
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

/** Frame of an agenda's page. Search engines must not index searches and filters. */
export const agendaFrame = ({ address, agenda, languages }: AgendaPageView, context: PageContext): Described => ({
  ...siteOf(agenda),
  ...addressed((one) => agendaPath(agenda.slug, address, one), languages, context),
  textLang: languages.length === 0
    ? null
    : context.languages.map((tag) => lookUpLanguage(tag, languages)).find((tag) => tag !== undefined) ?? null,
  title: [
    agenda.title,
    ...(address.month === null ? [] : [formatMonthName(address.month, context.lang)]),
    ...(address.day === null ? [] : [formatDay(address.day, context.lang)])
  ].join(" · "),
  description: agenda.description === "" ? agenda.title : agenda.description,
  type: "website",
  image: null,
  indexed: agenda.indexed && address.day === null && [address.search, address.city, address.keyword].every((value) => value === "")
})

/** Frame of an embed. Search engines index the page instead. */
export const embedFrame = (view: AgendaPageView, context: PageContext): Described => ({
  ...agendaFrame(view, { ...context, embed: null }),
  alternates: [],
  indexed: false
})

/** Frame of the page of an event or slot, in the languages of its texts. */
export const eventFrame = ({ published, slot }: EventPageView, context: PageContext): Described => {
  const { agenda, event } = published
  const local = localText(event.title, context)
  const title = local?.text ?? event.slug
  return {
    ...siteOf(agenda),
    ...addressed(
      (one) => eventPath(agenda.slug, event.slug, slot?.id ?? null, one),
      Object.keys(event.title),
      context
    ),
    textLang: local?.lang ?? null,
    title: slot === null ? title : `${title}, ${formatSlot(slot, context.lang, event.timezone, context.now)}`,
    description: localText(event.description, context)?.text ?? title,
    type: "article",
    image: imageOf(event.image, context)
  }
}

/** Frame of the start page. */
export const startFrame = (context: PageContext): Described => ({
  ...addressed((one) => startPath(one), pageLanguages, context),
  title: context.site.name ?? context.texts.agendas,
  description: context.texts.agendas,
  siteName: "",
  textLang: null,
  type: "website",
  image: null,
  indexed: true
})

/** Frame of the 404 page; it contains nothing of the requested URL, not even in links. */
export const missingFrame = ({ texts }: PageContext): Described => ({
  title: texts.missing,
  description: texts.missingWhy,
  siteName: "",
  type: "website",
  canonical: null,
  alternates: [],
  textLang: null,
  languages: pageLanguages,
  inLanguage: (lang) => `?lang=${lang}`,
  image: null,
  indexed: false
})
