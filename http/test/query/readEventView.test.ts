import { describe, expect, it } from "@effect/vitest"
import { readSingleEventView } from "../../src/query/eventViewParameters.js"
import { parseQueryString } from "../../src/query/parseQueryString.js"

const read = (queryString: string) => readSingleEventView(parseQueryString(queryString))

describe("readSingleEventView", () => {
  it.each([
    ["", { detailed: true, includeLabels: false, explain: false }],
    ["detailed=0&includeLabels=true", { detailed: false, includeLabels: true, explain: false }],
    ["monolingual[]=pt-BR", { detailed: true, includeLabels: false, explain: false, monolingual: "pt-BR" }],
    ["longDescriptionFormat=HTMLWithEmbeds", {
      detailed: true,
      includeLabels: false,
      explain: false,
      longDescriptionFormat: "HTMLWithEmbeds"
    }],
    ["longDescriptionFormat=hTmL", { detailed: true, includeLabels: false, explain: false, longDescriptionFormat: "HTML" }],
    ["monolingual=&includeFields=&if[]=", { detailed: true, includeLabels: false, explain: false }],
    ["explain=1", { detailed: true, includeLabels: false, explain: true }],
    ["removed=x&size=-1&longer=1", { detailed: true, includeLabels: false, explain: false }]
  ])("parses %j", (queryString, view) => expect(read(queryString)).toEqual(view))

  it.each([
    "if=uid&if=title.fr",
    "if[]=uid&if[]=title.fr",
    "if[0]=uid&if[7]=title.fr",
    "includeFields=uid&includeFields=title.fr",
    "includeFields%5B%5D=uid&includeFields%5B%5D=title.fr",
    "includeFields.0=uid&if=title%2Efr",
    "if[]=title.fr&includeFields[]=uid&if[]=uid"
  ])("parses fields spelled %s", (queryString) => {
    const { pathNames: _names, ...view } = read(queryString)
    expect(view).toEqual({
      detailed: true,
      includeLabels: false,
      explain: false,
      fields: { uid: "whole", title: { fr: "whole" } }
    })
  })

  it.each([
    "includeFields=uid,title",
    "includeFields[]=location[city]",
    "includeFields[location]=city",
    "includeFields[]=timings.0.begin",
    "includeFields[]=timings[0].begin"
  ])("refuses paths spelled %s", (queryString) => {
    expect(read(queryString).faults).toMatchObject([{ code: "parameter.invalid" }])
  })

  it("keeps the parameter name under which paths were sent", () => {
    expect(read("if=uid&includeFields=title.fr&if[]=slug").pathNames).toEqual({ uid: "if", slug: "if" })
    expect(read("includeFields=uid").pathNames).toBeUndefined()
  })

  it("reports every error", () => {
    expect(read("detailed=2&monolingual=fr&monolingual=en&includeLabels=x&if=title.colour&if=uid.x").faults).toMatchObject([
      { code: "parameter.invalid", field: "detailed", origin: "2" },
      { code: "parameter.invalid", field: "monolingual", message: "monolingual takes one value" },
      { code: "parameter.invalid", field: "includeLabels", origin: "x" },
      {
        code: "parameter.invalid",
        field: "if",
        message: 'if takes a path into the detailed form, such as uid, location.city, timings.begin or title.fr, not "title.colour"',
        origin: "title.colour"
      },
      { code: "parameter.invalid", field: "if", origin: "uid.x" }
    ])
  })
})
