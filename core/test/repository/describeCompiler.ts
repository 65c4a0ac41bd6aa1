import { describe, expect, it } from "vitest"
import { compileTexts } from "./compileTexts.js"

/** Lines of programs in a folder of the repository. */
export interface CompilerCases {
  readonly folder: string
  /** The program around a line. */
  readonly frame: (line: string) => string
  /** Lines that compile. */
  readonly compiled: ReadonlyArray<string>
  /** Lines that do not, each with a part of the error. */
  readonly refused: ReadonlyArray<readonly [line: string, named: string]>
}

/** Tests what the compiler accepts and refuses. */
export const describeCompiler = ({ compiled, folder, frame, refused }: CompilerCases): void => {
  const lines = [...compiled, ...refused.map(([line]) => line)]
  const errors = compileTexts(folder, lines.map(frame))
  const errorsOf = (line: string): string => errors[lines.indexOf(line)] ?? ""

  describe("the compiler", () => {
    it.each(compiled)("takes %s", (line) => {
      expect(errorsOf(line)).toBe("")
    })

    it.each(refused)("refuses %s", (line, named) => {
      expect(errorsOf(line)).toContain(named)
    })
  })
}
