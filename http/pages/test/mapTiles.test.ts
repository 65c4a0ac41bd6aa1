import { isTilesUrl } from "@agenda-engine/http/HttpSettings"
import { expect, it } from "@effect/vitest"
import * as FastCheck from "effect/FastCheck"
import { mapTiles } from "../src/template/eventTemplate.js"

const url = "https://tiles.example/{z}/{x}/{y}.png"

/** The tiles of a map: column, row and the position of its north-west corner in pixels of the map. */
const tilesOf = (markup: string) =>
  [...markup.matchAll(/href="https:\/\/tiles\.example\/16\/(\d+)\/(\d+)\.png" x="(-?\d+)" y="(-?\d+)"/g)].map((found) =>
    found.slice(1).map(Number)
  )

it("a map has the tiles around its point, which is in its middle", () => {
  const { markup } = mapTiles({ latitude: 48.8584, longitude: 2.2945 }, url, "Map: <Tower>")
  expect(markup).toContain('aria-label="Map: &lt;Tower&gt;"')
  expect(markup).toContain('<circle cx="256" cy="128" r="8"/>')
  // Tile 33185/22545 of OpenStreetMap has the tower.
  const middle = tilesOf(markup).find(([, , x = 0, y = 0]) => x <= 256 && x + 256 > 256 && y <= 128 && y + 256 > 128)
  expect(middle?.slice(0, 2)).toEqual([33_185, 22_545])
})

it("tiles cover the map wherever its point is, and exist", () => {
  FastCheck.assert(
    FastCheck.property(
      FastCheck.double({ min: -90, max: 90, noNaN: true }),
      FastCheck.double({ min: -180, max: 180, noNaN: true }),
      (latitude, longitude) => {
        const tiles = tilesOf(mapTiles({ latitude, longitude }, url, "").markup)
        expect(tiles.length).toBeGreaterThan(0)
        expect(tiles.length).toBeLessThanOrEqual(6)
        for (const [column = -1, row = -1] of tiles) expect(Math.min(column, row, 65_535 - column, 65_535 - row)).toBeGreaterThanOrEqual(0)
        const left = Math.min(...tiles.map(([, , x = 0]) => x))
        const right = Math.max(...tiles.map(([, , x = 0]) => x + 256))
        expect([left <= 0, right >= 512]).toEqual([true, true])
      }
    )
  )
})

it.each([
  [url, true],
  ["http://127.0.0.1:8080/a/{x}/{y}/{z}?key=1", true],
  ["https://tiles.example/{z}/{x}.png", false],
  ["https://tiles.example/{z}/{x}/{y}/{y}.png", false],
  ["https://{s}.tiles.example/{z}/{x}/{y}.png", false],
  ["https://tiles.example;script-src/{z}/{x}/{y}.png", false],
  ['https://tiles.example/{z}/{x}/{y}"onload.png', false],
  ["javascript:alert({z},{x},{y})", false],
  ["/tiles/{z}/{x}/{y}.png", false]
])("%s is the URL of map tiles: %s", (text, is) => {
  expect(isTilesUrl(text)).toBe(is)
})
