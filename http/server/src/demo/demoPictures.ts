type Motif = "bicycle" | "book" | "circuit" | "drops" | "hills" | "lights" | "mask" | "notes" | "screen" | "stalls" | "talk"

const width = 1_400
const height = 900

const places = (count: number): ReadonlyArray<number> => Array.from({ length: count }, (_, index) => index)

const circle = (x: number, y: number, radius: number, fill: string): string => `<circle cx="${x}" cy="${y}" r="${radius}" fill="${fill}"/>`

const rect = (x: number, y: number, wide: number, high: number, fill: string, round = 0): string =>
  `<rect x="${x}" y="${y}" width="${wide}" height="${high}" rx="${round}" fill="${fill}"/>`

const path = (d: string, fill: string): string => `<path d="${d}" fill="${fill}"/>`

const line = (d: string, stroke: string, wide: number): string =>
  `<path d="${d}" fill="none" stroke="${stroke}" stroke-width="${wide}" stroke-linecap="round" stroke-linejoin="round"/>`

const ink = "#26324b"
const paper = "#fff7ea"
const sun = "#f2a65a"
const red = "#d95d4e"
const sea = "#2f7f8f"
const leaf = "#5b8c5a"

const note = (x: number, y: number, fill: string): string =>
  `${circle(x, y, 58, fill)}${rect(x + 34, y - 300, 24, 300, fill)}${path(`M${x + 58} ${y - 300}q120 50 96 170q-30 -80 -96 -90z`, fill)}`

const wheel = (x: number): string =>
  `<circle cx="${x}" cy="600" r="150" fill="none" stroke="${ink}" stroke-width="22"/>${circle(x, 600, 22, ink)}`

const motifs: { readonly [M in Motif]: readonly [sky: string, shapes: string] } = {
  notes: ["#f6d7b0", note(380, 620, red) + note(720, 520, ink) + note(1_060, 640, sea)],
  stalls: [
    "#d8e8dc",
    places(4).map((at) =>
      rect(140 + at * 290, 470, 250, 260, paper)
      + places(5).map((stripe) => rect(140 + at * 290 + stripe * 50, 360, 50, 130, stripe % 2 === 0 ? red : paper, 12)).join("")
      + circle(205 + at * 290, 610, 34, sun) + circle(265 + at * 290, 610, 34, leaf) + circle(325 + at * 290, 610, 34, red)
    ).join("") + rect(0, 730, width, 170, "#b9a58a")
  ],
  hills: [
    "#cfe3ea",
    circle(1_040, 270, 120, sun) + path("M0 600Q350 380 700 600T1400 560V900H0Z", leaf)
    + path("M0 720Q350 600 760 720T1400 690V900H0Z", "#3f6f52") + path("M0 820Q400 760 700 820T1400 810V900H0Z", sea)
  ],
  drops: [
    "#bcdde2",
    path("M0 430Q175 380 350 430T700 430T1050 430T1400 430V900H0Z", sea) +
    path("M0 590Q175 540 350 590T700 590T1050 590T1400 590V900H0Z", "#276a79")
    + path("M330 480Q700 640 1070 480L980 570Q700 660 420 570Z", red) + line("M560 380L840 700", ink, 20)
  ],
  mask: [
    "#4a2c4f",
    path("M0 0H260Q200 450 60 900H0Z", red) + path("M1400 0H1140Q1200 450 1340 900H1400Z", red)
    + path("M460 280Q700 220 940 280Q960 640 700 760Q440 640 460 280Z", paper)
    + path("M540 420Q600 360 660 420Q600 460 540 420ZM740 420Q800 360 860 420Q800 460 740 420Z", ink) +
    line("M570 570Q700 680 830 570", ink, 20)
  ],
  book: [
    "#efe1c6",
    path("M700 300Q500 200 240 260V700Q500 640 700 740Z", paper) + path("M700 300Q900 200 1160 260V700Q900 640 700 740Z", "#f4ead6")
    + line("M700 300V740", ink, 12) +
    places(4).map((at) =>
      line(
        `M320 ${360 + at * 80}Q480 ${330 + at * 80} 620 ${385 + at * 80}M780 ${385 + at * 80}Q920 ${330 + at * 80} 1080 ${360 + at * 80}`,
        sea,
        14
      )
    ).join("")
  ],
  screen: [
    "#1f2940",
    places(30).map((at) => circle((at * 397) % width, (at * 211) % 420, 3 + at % 4, paper)).join("") + rect(300, 200, 800, 440, paper, 16)
    + path("M620 320V520L800 420Z", red) + rect(0, 720, width, 180, "#131a2b") +
    places(7).map((at) => circle(140 + at * 190, 760, 74, "#2c3957")).join("")
  ],
  bicycle: [
    "#f3e2c4",
    wheel(440) + wheel(960) + line("M440 600L620 360H860L960 600L700 600L620 360M700 600L860 360L830 290H920M560 320H660", red, 24)
    + rect(0, 762, width, 138, "#c9b48f")
  ],
  circuit: [
    "#1f4d46",
    places(6).map((at) => line(`M${120 + at * 230} 0V${220 + (at % 3) * 80}L${200 + at * 200} 420`, "#6fb59a", 12)).join("")
    + places(6).map((at) => line(`M${120 + at * 230} 900V${700 - (at % 3) * 40}L${200 + at * 200} 560`, "#6fb59a", 12)).join("")
    + rect(440, 330, 520, 300, ink, 20) +
    places(6).map((at) => circle(200 + at * 200, 420, 18, sun) + circle(200 + at * 200, 560, 18, sun)).join("")
    + rect(520, 410, 360, 140, sea, 10)
  ],
  lights: [
    "#2b2b52",
    line("M0 180Q350 360 700 180T1400 180", paper, 6)
    + places(14).map((at) =>
      circle(50 + at * 100, 230 + Math.round(60 * Math.sin(at * 0.9)), 26, at % 3 === 0 ? red : at % 3 === 1 ? sun : "#7fc4b5")
    )
      .join("")
    + places(5).map((at) =>
      path(
        `M${180 + at * 240} 760q60 -260 120 0zM${205 + at * 240} 540a35 35 0 1 0 70 0a35 35 0 1 0 -70 0z`,
        at % 2 === 0 ? sun : "#7fc4b5"
      )
    )
      .join("") +
    rect(0, 760, width, 140, "#1c1c38")
  ],
  talk: [
    "#d9e3f2",
    rect(220, 220, 620, 320, sea, 60) + path("M360 520L320 660L500 530Z", sea) + rect(620, 420, 560, 280, sun, 60)
    + path("M1040 680L1090 800L920 690Z", sun) +
    places(3).map((at) => circle(410 + at * 120, 360, 28, paper) + circle(790 + at * 110, 560, 26, paper)).join("")
  ]
}

/** The motif of an event by a keyword in English, the first that it has of these. */
const byKeyword: ReadonlyArray<readonly [keyword: string, motif: Motif]> = [
  ["dance", "lights"],
  ["music", "notes"],
  ["theatre", "mask"],
  ["market", "stalls"],
  ["reading", "book"],
  ["cinema", "screen"],
  ["bicycle", "bicycle"],
  ["repair", "circuit"],
  ["electronics", "circuit"],
  ["tools", "circuit"],
  ["radio", "circuit"],
  ["heritage", "hills"],
  ["night", "lights"],
  ["open air", "drops"],
  ["sport", "hills"],
  ["exhibition", "drops"],
  ["local life", "talk"],
  ["talks", "talk"],
  ["course", "screen"],
  ["open house", "lights"]
]

/** The credits of the images. */
export const pictureCredits = "agenda-engine, drawn by the demonstration"

/** The drawing (SVG) for an event with these keywords in English; null: it has none. */
export const demoPicture = (keywords: ReadonlyArray<string>): string | null => {
  const motif = byKeyword.find(([keyword]) => keywords.includes(keyword))?.[1]
  if (motif === undefined) return null
  const [sky, shapes] = motifs[motif]
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${rect(0, 0, width, height, sky)}${shapes}</svg>`
}
