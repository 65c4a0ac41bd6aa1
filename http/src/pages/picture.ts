import type { Image } from "@agenda-engine/core/domain/Image"
import { type Html, html } from "./Html.js"
import type { PageContext } from "./PageContext.js"

/**
 * A picture of an event, for decoration: its words are beside it. `eager` where it is what one sees first. Pictures kept elsewhere are not
 * shown: pages ask nobody else for anything.
 */
export const picture = (image: Image | null, { imageBase }: PageContext, { eager }: { readonly eager: boolean }): Html | null =>
  image === null || image.base !== "" ?
    null :
    html`<img src="${imageBase}${image.filename}" width="${image.size.width}" height="${image.size.height}" alt=""${
      eager ? html` fetchpriority="high"` : html` loading="lazy"`
    }>`
