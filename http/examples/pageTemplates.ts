import { html } from "@agenda-engine/pages/Html"
import { CurrentPageTemplates, defaultTemplates, type PageTemplates } from "@agenda-engine/pages/PageTemplates"
import * as Layer from "effect/Layer"

const townHeader = html`<header class="town"><a href="https://town.example/">Town of Saint-Aubry</a></header>`

const templates: PageTemplates = {
  ...defaultTemplates,
  // The site's own header before the content; document, languages and metadata are the default ones.
  frame: (frame, context) => defaultTemplates.frame({ ...frame, content: html`${townHeader}${frame.content}` }, context),
  // Pages load no style but this one.
  style: `${defaultTemplates.style}.town{border-bottom:3px solid var(--agenda-accent);margin-bottom:1rem;padding-bottom:.5rem}`
}

export const ownPages = Layer.succeed(CurrentPageTemplates, templates)
