import axe from "axe-core"
import * as Effect from "effect/Effect"
import { existsSync } from "node:fs"
import { type Browser, chromium, type Page } from "playwright-core"

/** Where systems keep Chromium; the first that is there is taken. */
const paths = [
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome"
]

/** Starts a browser. */
export const launch = (): Promise<Browser> => {
  const executablePath = paths.find((path) => existsSync(path))
  if (executablePath === undefined) throw new Error("this test needs Chromium: apt-get install chromium, as .ci/run does")
  return chromium.launch({ executablePath, args: ["--no-sandbox"] })
}

/** A browser until the scope closes. */
export const browser = Effect.acquireRelease(Effect.promise(launch), (opened) => Effect.promise(() => opened.close()))

/** The sizes of screens that pages are looked at on. */
export const screens = { phone: { width: 390, height: 844 }, desktop: { width: 1_280, height: 900 } } as const

const wcag = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]

const audit = `axe.run({ runOnly: ${
  JSON.stringify(wcag)
} }).then(({ violations }) => violations.map(({ id, nodes }) => [id, nodes[0].html]))`

/** What axe finds in a page against the rules of WCAG 2.2 AA, each with the first element that breaks it. */
export const violationsIn = async (page: Page): Promise<unknown> => {
  await page.evaluate(axe.source)
  return await page.evaluate(audit)
}

/** How far what a page shows reaches beyond its screen, in pixels. */
export const overflowOf = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)

/** The query strings of the images that a page loads first, those that could not be shown left out. */
export const eagerImagesIn = (page: Page): Promise<ReadonlyArray<string>> =>
  page.evaluate(() =>
    Array.from(document.images).filter((image) => image.loading !== "lazy" && image.naturalWidth > 0)
      .map((image) => new URL(image.currentSrc).search)
  )
