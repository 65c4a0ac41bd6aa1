import { type Html, html } from "./Html.js"
import type { PageContext } from "./PageContext.js"

/** Content of the 404 page, the same for every reason. */
export const missingTemplate = ({ texts }: PageContext): Html =>
  html`<header class="head"><h1>${texts.missing}</h1><p class="lead">${texts.missingWhy}</p></header>`
