import { type Html, trusted } from "@agenda-engine/pages/Html"
import type { PageContext } from "@agenda-engine/pages/PageContext"
import { CurrentPageTemplates, defaultTemplates, type PageTemplates } from "@agenda-engine/pages/PageTemplates"
import * as Layer from "effect/Layer"

/** Markup of the host, which is inserted unchanged, or a function of the page's context that has it. */
export type PageSlot = string | ((context: PageContext) => string)

/** What a host adds to public pages. */
export interface TemplateSlots {
  /** At the end of `head`. */
  readonly head?: PageSlot | undefined
  /** Before the content; not in embeds. */
  readonly header?: PageSlot | undefined
  /** At the end of the page; not in embeds. */
  readonly footer?: PageSlot | undefined
  /** CSS behind the default style. The content security policy allows no other style. */
  readonly style?: string | undefined
  /** Directives of the content security policy that replace the defaults, such as `img-src`. */
  readonly policy?: { readonly [directive: string]: string } | undefined
}

const markupOf = (slot: PageSlot | undefined, context: PageContext): string =>
  slot === undefined ? "" : typeof slot === "string" ? slot : slot(context)

const insertAt = (text: string, index: number, inserted: string): string =>
  index < 0 ? text : `${text.slice(0, index)}${inserted}${text.slice(index)}`

/** The document with the slots. Texts of events are escaped, so that the tags are those of the frame. */
const filled = ({ markup }: Html, { footer, head, header }: TemplateSlots, context: PageContext): Html => {
  const withHead = insertAt(markup, markup.indexOf("</head>"), markupOf(head, context))
  if (context.embed !== null) return trusted(withHead)
  const withHeader = insertAt(withHead, withHead.indexOf("<main "), markupOf(header, context))
  return trusted(insertAt(withHeader, withHeader.lastIndexOf("</body>"), markupOf(footer, context)))
}

/** The default templates with the slots of a host. */
const slotted = (slots: TemplateSlots): PageTemplates => ({
  ...defaultTemplates,
  frame: (frame, context) => filled(defaultTemplates.frame(frame, context), slots, context),
  style: `${defaultTemplates.style}${slots.style ?? ""}`,
  policy: { ...defaultTemplates.policy, ...slots.policy }
})

/** The templates of public pages. */
export const templatesOf = (slots: TemplateSlots | undefined): Layer.Layer<never> =>
  slots === undefined ? Layer.empty : Layer.succeed(CurrentPageTemplates, slotted(slots))
