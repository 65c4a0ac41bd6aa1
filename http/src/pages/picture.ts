import type { Image } from "@agenda-engine/core/domain/Image"
import { type Html, html } from "./Html.js"
import type { PageContext } from "./PageContext.js"

/**
 * Decorative image of an event, with an empty `alt`. `eager` when it is visible without scrolling. Images stored
 * elsewhere are omitted: pages load nothing from other origins.
 */
export const picture = (image: Image | null, { imageBase }: PageContext, { eager }: { readonly eager: boolean }): Html | null =>
  image === null || image.base !== "" ?
    null :
    html`<img src="${imageBase}${image.filename}" width="${image.size.width}" height="${image.size.height}" alt=""${
      eager ? html` fetchpriority="high"` : html` loading="lazy"`
    }>`
