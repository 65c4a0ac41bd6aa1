import * as HelpDoc from "@effect/cli/HelpDoc"

/** The help text of a command: what it does, more about it, and command lines to begin with. */
export const help = (summary: string, examples: ReadonlyArray<string>, more: ReadonlyArray<string> = []): HelpDoc.HelpDoc =>
  HelpDoc.blocks([
    HelpDoc.p(summary),
    ...more.map((paragraph) => HelpDoc.p(paragraph)),
    HelpDoc.h1("EXAMPLES"),
    ...examples.map((example) => HelpDoc.p(`$ agenda-engine ${example}`))
  ])
