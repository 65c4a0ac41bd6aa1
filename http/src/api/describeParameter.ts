import { describeAccepted, type Parameter } from "../query/Parameter.js"

/** A query parameter as OpenAPI 3.1 describes it. */
export interface DescribedParameter {
  readonly name: string
  readonly in: "query"
  readonly required: false
  readonly description: string
  readonly style: "form" | "deepObject"
  readonly explode: true
  readonly example: unknown
  readonly schema: { readonly [key: string]: unknown }
}

const isBoolean = (parameter: Parameter): boolean =>
  parameter.kind === "choice" && parameter.options.every(([, value]) => typeof value === "boolean")

const itemSchema = (parameter: Parameter): { readonly [key: string]: unknown } => {
  switch (parameter.kind) {
    case "choice":
      return { type: "string", enum: isBoolean(parameter) ? ["0", "1"] : parameter.options.flatMap(([word]) => word === "" ? [] : [word]) }
    case "integer":
      return {
        type: "integer",
        ...(parameter.min > Number.MIN_SAFE_INTEGER ? { minimum: parameter.min } : {}),
        ...(parameter.max < Number.MAX_SAFE_INTEGER ? { maximum: parameter.max } : {})
      }
    case "text":
    case "formed":
      return { type: "string" }
    case "range":
      return {
        type: "object",
        properties: {
          gte: { type: "string", description: "From, included: an ISO 8601 date or instant, or `today`." },
          lte: { type: "string", description: "Until, included: an ISO 8601 date or instant, or `today`." },
          tz: { type: "string", description: "IANA time zone of bounds without offset; UTC without it.", examples: ["Europe/Paris"] }
        }
      }
  }
}

/** A declared parameter as OpenAPI describes it. Lists are named `name[]`, ranges `name` with the bounds in brackets. */
export const describeParameter = (parameter: Parameter): DescribedParameter => {
  const item = itemSchema(parameter)
  const asList = parameter.many && parameter.kind !== "range"
  return {
    name: asList ? `${parameter.name}[]` : parameter.name,
    in: "query",
    required: false,
    description: [
      parameter.description,
      `Takes ${describeAccepted(parameter)}.`,
      ...(parameter.aliases.length === 0 ? [] : [`Also called ${parameter.aliases.map((alias) => `\`${alias}\``).join(", ")}.`])
    ].join(" "),
    style: parameter.kind === "range" ? "deepObject" : "form",
    explode: true,
    example: parameter.kind === "range" ? { gte: parameter.example } : asList ? [parameter.example] : parameter.example,
    schema: {
      ...(asList ? { type: "array", items: item } : item),
      ...(parameter.absent === null ? {} : { default: parameter.many ? [parameter.absent] : parameter.absent })
    }
  }
}
