import { defaultLimits } from "@agenda-engine/core/domain/Limits"
import { describeAccepted, type Parameter } from "@agenda-engine/core/query/Parameter"
import { agendaParameters, singleAgendaParameters } from "@agenda-engine/http/query/agendaParameters"
import { changeParameters } from "@agenda-engine/http/query/changeParameters"
import { eventParameters, structuredDataParameters } from "@agenda-engine/http/query/eventParameters"
import { singleEventParameters } from "@agenda-engine/http/query/eventViewParameters"
import { locationParameters } from "@agenda-engine/http/query/locationParameters"
import { memberParameters, membershipParameters } from "@agenda-engine/http/query/memberParameters"
import { suggestParameters } from "@agenda-engine/http/query/suggestParameters"
import { problemKinds } from "@agenda-engine/http/response/Refusal"
import { readFileSync } from "node:fs"
import { variableOf } from "../../src/config/ServerConfig.js"
import { settingVariables } from "../../src/config/variables.js"

const cell = (text: string): string => text.replaceAll("|", "\\|")

const parameterRow = (parameter: Parameter): string => {
  const names = [parameter.name, ...parameter.aliases].map((name) => `\`${name}\``).join(" = ")
  const takes = `${describeAccepted(parameter)}${parameter.many ? "; any number of them" : ""}`
  return `| ${names} | ${cell(takes)} | ${parameter.absent === null ? "" : `\`${parameter.absent}\``} | ${cell(parameter.description)} |`
}

const parameterTable = (parameters: ReadonlyArray<Parameter>): string =>
  ["| Parameter | Takes | Default | |", "|---|---|---|---|", ...parameters.map(parameterRow)].join("\n")

const source = readFileSync(new URL("../../../../core/src/domain/Limits.ts", import.meta.url), "utf8")

/** What each limit bounds, as its docstring says it. */
const bounded = new Map(
  [...source.matchAll(/\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\s*readonly (\w+):/g)].map(([, text = "", name = ""]) =>
    [name, text.replaceAll(/\s*\n \s*\* ?/g, " ").trim()] as const
  )
)

const limitRow = ([name, value]: readonly [string, number | null]): string =>
  `| \`${name}\` | \`AGENDA_${variableOf(name)}\` | ${value === null ? "none" : value} | ${cell(bounded.get(name) ?? "")} |`

/** The tables of docs/http.md and docs/operating.md that follow from the code, by the name in their markers. */
export const tables: { readonly [name: string]: string } = {
  "parameters: agendas": parameterTable(Object.values(agendaParameters(defaultLimits))),
  "parameters: agenda": parameterTable(Object.values(singleAgendaParameters)),
  "parameters: members": parameterTable(Object.values(memberParameters(defaultLimits))),
  "parameters: memberships": parameterTable(Object.values(membershipParameters(defaultLimits))),
  "parameters: events": parameterTable(Object.values(eventParameters(defaultLimits))),
  "parameters: event": parameterTable(Object.values(singleEventParameters)),
  "parameters: structured data": parameterTable(Object.values(structuredDataParameters)),
  "parameters: changes": parameterTable(Object.values(changeParameters(defaultLimits))),
  "parameters: locations": parameterTable(Object.values(locationParameters(defaultLimits))),
  "parameters: suggestions": parameterTable(Object.values(suggestParameters)),
  "settings": [
    "| Variable | Default | Meaning |",
    "|---|---|---|",
    ...Object.entries(settingVariables).map(([name, { about, absent }]) => `| \`${name}\` | ${cell(absent)} | ${cell(about)} |`)
  ].join("\n"),
  "limits": ["| Limit | Variable | Default | |", "|---|---|---|---|", ...Object.entries(defaultLimits).map(limitRow)].join("\n"),
  "problems": [
    "| `type` ends in | Status | |",
    "|---|---|---|",
    ...Object.entries(problemKinds).map(([kind, { status, title }]) => `| \`${kind}\` | ${status} | ${title} |`)
  ].join("\n")
}
