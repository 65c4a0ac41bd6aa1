import { describe, expect, it } from "vitest"
import { acceptedFormat, readExportFormat } from "../../src/query/exportFormat.js"

describe("acceptedFormat", () => {
  it.each([
    ["text/csv", "csv"],
    ["TEXT/CSV; header=present", "csv"],
    ["text/csv, */*;q=0.1", "csv"],
    ["application/json;q=0.5, text/csv", "csv"],
    ["text/csv;q=0.9,application/json;q=0.8", "csv"]
  ])("finds the format of %s", (accept, format) => {
    expect(acceptedFormat(accept)).toBe(format)
  })

  it.each([
    "",
    "*/*",
    "application/json",
    "application/problem+json",
    "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8",
    "text/*",
    "text/csv, */*",
    "application/json, text/csv",
    "text/csv;q=0",
    "text/csv;q=nonsense",
    "text/csvx",
    ",;,"
  ])("stays with JSON for %j", (accept) => {
    expect(acceptedFormat(accept)).toBe(null)
  })
})

describe("readExportFormat", () => {
  it("prefers the parameter", () => {
    expect(readExportFormat({ format: "csv" }, "application/json")).toBe("csv")
    expect(readExportFormat({ format: ["csv"] }, "")).toBe("csv")
    expect(readExportFormat({ format: "CSV" }, "")).toBe("csv")
    expect(readExportFormat({ format: "JSON" }, "text/csv")).toBe(null)
    expect(readExportFormat({ format: "json" }, "text/csv")).toBe(null)
    expect(readExportFormat({}, "text/csv")).toBe("csv")
  })

  it("leaves other values of the parameter to an additional field of that name", () => {
    expect(readExportFormat({ format: "3" }, "")).toBe(null)
    expect(readExportFormat({ format: "constructor" }, "")).toBe(null)
  })
})
