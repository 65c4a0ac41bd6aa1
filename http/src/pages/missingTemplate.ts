import { type Html, html } from "./Html.js"
import type { PageContext } from "./PageContext.js"

/** What stands in the page for an address that shows nothing. Whatever the reason, it is the same. */
export const missingTemplate = ({ says }: PageContext): Html =>
  html`<header class="head"><h1>${says.missing}</h1><p class="lead">${says.missingWhy}</p></header>`
