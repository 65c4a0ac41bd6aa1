import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs"
import { describe, expect, it } from "vitest"
import type { RunCli } from "../runCli.js"
import type { DatabaseKind, Databases } from "./useDatabases.js"

const slot = { begin: "2030-06-01T18:00:00+02:00", end: "2030-06-01T20:00:00+02:00" }

const event = (value: string, more: object = {}) => ({
  kind: "event",
  agendaUid: 7,
  extId: { key: "source", value },
  data: {
    title: { fr: `Événement ${value}` },
    description: { fr: "Avec des accents : œuvre, naïf" },
    locationUid: 70,
    timings: [slot],
    ...more
  }
})

const tier = (priceCents: number) => ({ label: { fr: "Œuvre", en: "Full" }, priceCents, offerType: "standard" })

const offers = [
  {
    provider: "weezevent",
    currency: "KWD",
    tiers: [{ ...tier(1_250), saleStart: "2030-01-01T10:00:00.250+03:00" }, {
      label: { fr: "Libre" },
      minAmountCents: 500,
      offerType: "donation"
    }],
    source: { ref: "w/1", url: "https://weezevent.example/é?a=1&b" },
    syncedAt: "2020-01-01T00:00:00.5Z"
  },
  { provider: "mapado", currency: "JPY", tiers: [] }
]

const soldSlot = {
  id: "00a1Z",
  ...slot,
  offers: [{ provider: "mapado", tiers: [tier(0)], bookingUrl: "https://mapado.example/" }, { provider: "weezevent", tiers: [] }]
}

const availability = {
  "00a1Z": {
    mapado: { syncedAt: "2020-01-01T00:00:00.001+14:00", status: "limited", closedBySource: false },
    weezevent: {
      syncedAt: "2020-01-01T00:00:00Z",
      onSaleFrom: "2029-01-01T10:00:00.999+01:00",
      onSaleThrough: "2030-06-01T18:00:00+02:00",
      remaining: 0,
      lowStockThreshold: 5,
      sourceRef: "séance 1"
    }
  }
}

const lines: ReadonlyArray<string> = [
  { kind: "agenda", uid: 7, slug: "sept", title: "Sept" },
  { kind: "location", uid: 70, agendaUid: 7, name: "Salle 7", address: "7 rue de l'Église", countryCode: "FR" },
  event("good"),
  event("overlapping", { timings: [slot, { begin: "2030-06-01T19:00:00+02:00", end: "2030-06-01T21:00:00+02:00" }] }),
  event("elsewhere", { locationUid: 71, title: {} }),
  event("other", { keywords: { fr: ["été", "plein air"] }, longDescription: { fr: "Un **long** texte\n\nen deux parties" } }),
  { ...event("sold", { timings: [soldSlot] }), offers, availability }
].map((line) => JSON.stringify(line))
const text = [...lines.slice(0, 3), '{"kind":', "", ...lines.slice(3)].join("\n")

const report = {
  created: 5,
  updated: 0,
  unchanged: 0,
  rejected: 3,
  errors: [
    { line: 4, errors: [expect.objectContaining({ code: "json.invalid", field: "", step: "validation" })] },
    { line: 6, errors: [expect.objectContaining({ code: "overlap", field: "timings", index: 1 })] },
    {
      line: 7,
      errors: [
        expect.objectContaining({ code: "required", field: "title" }),
        expect.objectContaining({ code: "location.unknown", field: "locationUid", origin: 71 })
      ]
    }
  ]
}

/** What holds of import and export, however command lines are run. */
export const testTransfer = (runCli: RunCli, { fileOf, folder, freshDatabase }: Databases, kinds: ReadonlyArray<DatabaseKind>): void => {
  describe.each(kinds)("on %s", (kind) => {
    it("imports valid lines, reports the others by line, and changes nothing the second time", async () => {
      const database = await freshDatabase(kind)
      const path = fileOf(`${kind}.ndjson`)
      writeFileSync(path, text)
      const run = async (...args: ReadonlyArray<string>) => {
        const { code, stderr, stdout } = await runCli([...args, "--database", database, "--json"])
        return { code, stderr, answer: JSON.parse(stdout) }
      }
      const dry = await run("import", path, "--dry-run")
      expect(dry).toMatchObject({ code: 0, answer: report })
      const first = await run("import", path)
      expect(first).toEqual({ code: 0, stderr: "read 8 lines\n", answer: report })
      expect(first.answer).toEqual(dry.answer)
      const second = await run("import", path)
      expect(second.answer).toEqual({ ...first.answer, created: 0, unchanged: 5 })
    })

    it("exports the same bytes after a round trip through another database", async () => {
      const [here, there] = [await freshDatabase(kind), await freshDatabase(kind === "SQLite" ? "Postgres" : "SQLite")]
      await runCli(["import", "-", "--database", here], { input: text })
      const exported = await runCli(["export", fileOf(`${kind}.out.ndjson`), "--database", here, "--json"])
      expect(JSON.parse(exported.stdout)).toEqual({ file: fileOf(`${kind}.out.ndjson`), lines: 5 })
      const content = readFileSync(fileOf(`${kind}.out.ndjson`), "utf8")
      const sold = content.split("\n").map((line) => line === "" ? {} : JSON.parse(line)).find(({ extId }) => extId?.value === "sold")
      expect(sold).toMatchObject({ offers, availability, data: { timings: [soldSlot] } })
      const imported = await runCli(["import", "-", "--database", there], { input: content })
      expect(imported).toMatchObject({ code: 0, stdout: "created 5, updated 0, unchanged 0, rejected 0\n" })
      const again = await runCli(["export", "-", "--agenda", "7", "--database", there])
      expect(again).toMatchObject({ code: 0, stdout: content, stderr: "exported 5 lines\n" })
    })
  })

  describe("files", () => {
    it("a failed export leaves the existing file and no partial one", async () => {
      writeFileSync(fileOf("kept.ndjson"), "before")
      const database = await freshDatabase("SQLite")
      await runCli(["migrate", "up", "--database", database])
      const failed = await runCli(["export", fileOf("kept.ndjson"), "--agenda", "404", "--database", database])
      expect(failed).toMatchObject({ code: 1, stdout: "" })
      expect(failed.stderr).toContain("agenda not found")
      expect(readFileSync(fileOf("kept.ndjson"), "utf8")).toBe("before")
      expect(readdirSync(folder).filter((name) => name.includes("partial"))).toEqual([])
    })

    it("applies the limits of the environment to imports", async () => {
      const env = { AGENDA_TITLE_CHARS_MAX: "10" }
      const strict = await runCli(["import", "-", "--database", await freshDatabase("SQLite")], { input: text, env })
      expect(strict).toMatchObject({ code: 0, stdout: "created 2, updated 0, unchanged 0, rejected 6\n" })
      expect(strict.stderr).toContain("line 3: title (fr): ")
      expect(strict.stderr).toContain("[string.toolong]")
    })

    it("reports a missing agenda, file or owner", async () => {
      const database = await freshDatabase("SQLite")
      const missing = await runCli(["import", fileOf("missing.ndjson"), "--database", database])
      expect(missing).toMatchObject({ code: 1, stdout: "" })
      expect(missing.stderr).toContain("missing.ndjson cannot be read")
      const ownerless = await runCli(["import", "-", "--owner", "5", "--database", database], { input: text })
      expect(ownerless).toMatchObject({ code: 1, stdout: "" })
      expect(ownerless.stderr).toContain("user not found")
      expect(existsSync(fileOf("missing.ndjson"))).toBe(false)
    })
  })
}
