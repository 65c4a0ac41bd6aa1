import { join } from "node:path"
import ts from "typescript"
import { root } from "./Repository.js"

const configured = ts.getParsedCommandLineOfConfigFile(join(root, "tsconfig.test.json"), {}, {
  ...ts.sys,
  onUnRecoverableConfigFileDiagnostic: ({ messageText }) => {
    throw new TypeError(ts.flattenDiagnosticMessageText(messageText, "\n"))
  }
})

const { tsBuildInfoFile: _, ...settings } = configured?.options ?? {}

const options: ts.CompilerOptions = { ...settings, incremental: false, noUnusedLocals: false }

/**
 * Compiles texts as if they were files of this folder of the repository, with the settings of tests. Returns the errors
 * of each text.
 */
export const compileTexts = (folder: string, texts: ReadonlyArray<string>): ReadonlyArray<string> => {
  const files = new Map(texts.map((text, index) => [join(root, folder, `text${index}.ts`), text]))
  const disk = ts.createCompilerHost(options)
  const program = ts.createProgram([...files.keys()], options, {
    ...disk,
    fileExists: (path) => files.has(path) || disk.fileExists(path),
    readFile: (path) => files.get(path) ?? disk.readFile(path),
    getSourceFile: (path, version, ...others) => {
      const text = files.get(path)
      return text === undefined ? disk.getSourceFile(path, version, ...others) : ts.createSourceFile(path, text, version)
    }
  })
  return [...files.keys()].map((path) =>
    ts.getPreEmitDiagnostics(program, program.getSourceFile(path))
      .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, "\n"))
      .join("\n")
  )
}
