import { problemKinds } from "@agenda-engine/http/response/Refusal"
import { mkdir, writeFile } from "node:fs/promises"
import openapiTS, { astToString } from "openapi-typescript"
import ts from "typescript"
import { clientDocument } from "./clientDocument.js"

const { document, routes } = clientDocument()
const types = await openapiTS(JSON.stringify(document), {
  immutable: true,
  defaultNonNullable: false,
  transform: ({ format }) => format === "binary" ? ts.factory.createTypeReferenceNode("Blob") : undefined
})

const folder = new URL("../src/generated/", import.meta.url)
await mkdir(folder, { recursive: true })
await writeFile(
  new URL("contract.gen.ts", folder),
  astToString(types.filter((node) => ts.isInterfaceDeclaration(node) && node.name.text === "components"))
)
await writeFile(
  new URL("routes.gen.ts", folder),
  `export const routes = ${JSON.stringify(routes, null, 2)} as const
export const problemKinds = ${JSON.stringify(Object.keys(problemKinds), null, 2)} as const
`
)
