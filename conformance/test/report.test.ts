import * as Effect from "effect/Effect"
import { XMLParser, XMLValidator } from "fast-xml-parser"
import { describe, expect, it } from "vitest"
import { demand } from "../src/Case.js"
import { isReportFormat, printBadge, reportFormats } from "../src/report/printReport.js"
import { reportOfStore, type RunReport } from "../src/report/RunReport.js"
import { type Outcome, reportOf } from "../src/runConformance.js"

/** A text with the markup of every format, line ends, and three characters that XML forbids. */
const textWith = (first: string, second: string, third: string): string =>
  `a <b> & "c" 'd' ]]> | \`e\` \`\`\`f\`\`\` ${first}${second}[31m${third} 😀\nsecond line`

const awkward = textWith("\u0000", "\u001B", "\uD800")

const outcomes: ReadonlyArray<Outcome> = [
  { _tag: "Passed" },
  { _tag: "Failed", reason: awkward },
  { _tag: "Lacking", capability: "reopen", reason: awkward },
  { _tag: "NotWritten", members: ["EventStore.put"] }
]

const results = outcomes.map((outcome, index) => ({
  case: demand(index === 1 ? "agenda.put.whole" : `port.case-${index}`, "wire.md §1 <x>", awkward)(function*() {
    yield* Effect.void
  }),
  outcome,
  time_ms: 1_500
}))

const facts = { startedAt: "2031-05-05T12:00:00.000Z", seed: -7, chosen: null, versions: { node: "20" }, lacks: { reopen: awkward } }

const report: RunReport = reportOfStore(reportOf(awkward, 6, results), facts)

/** What an XML parser reads of a text: characters that XML forbids were replaced. */
const readable = textWith("\uFFFD", "\uFFFD", "\uFFFD")

const parser = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: "",
  trimValues: false,
  htmlEntities: true,
  parseAttributeValue: false
})

describe("the report of a run", () => {
  it("counts every case once, those that were not reached as not run", () => {
    expect(report).toMatchObject({
      verdict: "does not conform",
      declared: 6,
      time_ms: 6_000,
      counts: { passed: 1, failed: 1, lacking: 1, "not written yet": 1, "not run": 2 }
    })
    expect(report.results[1]).toMatchObject({
      id: "agenda.put.whole",
      usualCause: "a column lost, a boolean returned as 0 or 1, or text re-encoded"
    })
  })

  it("is JUnit that an XML parser reads back", () => {
    const xml = reportFormats.junit(report)
    expect(XMLValidator.validate(xml)).toBe(true)
    const { testsuites } = parser.parse(xml)
    expect(testsuites).toMatchObject({ name: readable, tests: "4", failures: "1", skipped: "2", errors: "0", time: "6.000" })
    expect(testsuites.testsuite).toMatchObject({ timestamp: facts.startedAt })
    const [passed, failed, lacking, unwritten] = testsuites.testsuite.testcase
    expect(passed).toMatchObject({ name: "port.case-0", classname: "port", time: "1.500" })
    expect(passed).not.toHaveProperty("failure")
    expect(failed.failure).toMatchObject({ "#text": readable, message: readable.split("\n", 1)[0] })
    expect(failed.properties.property).toContainEqual({ name: "clause", value: "wire.md §1 <x>" })
    expect(lacking.skipped.message).toContain("lacks reopen")
    expect(unwritten.skipped.message).toBe("not written yet: calls EventStore.put")
  })

  it("is JSON of all that is known", () => {
    expect(JSON.parse(reportFormats.json(report))).toMatchObject({
      subject: awkward,
      ...facts,
      results: [{ clause: "wire.md §1 <x>" }, {}, {}, {}]
    })
  })

  it("is HTML without markup of the texts", () => {
    const html = reportFormats.html(report)
    expect(html).not.toContain("<b>")
    expect(html).toContain("a &lt;b&gt; &amp; &quot;c&quot;")
    expect(html.indexOf("agenda.put.whole")).toBeLessThan(html.indexOf("port.case-0"))
  })

  it("is Markdown whose code blocks and tables hold every text", () => {
    const markdown = reportFormats.markdown(report)
    expect(markdown).toContain("````text\na <b>")
    for (const line of markdown.split("\n").filter((line) => line.startsWith("| `"))) {
      expect(line.replace(/\\\|/g, "").split("|")).toHaveLength(5)
    }
  })

  it("is a badge with the cases that could pass", () => {
    expect(JSON.parse(printBadge(report))).toEqual({
      schemaVersion: 1,
      label: "agenda-engine conformance",
      message: "1/5",
      color: "red"
    })
  })

  it("has formats by name", () => {
    expect(Object.keys(reportFormats).map(isReportFormat)).not.toContain(false)
    expect(isReportFormat("toString")).toBe(false)
  })
})
