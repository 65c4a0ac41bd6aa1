import { spawn } from "node:child_process"
import { once } from "node:events"
import { createRequire } from "node:module"
import { pathToFileURL } from "node:url"

/** Runs a program as a process of its own until it ends by itself. */
export const runScript = async (program: string): Promise<{ readonly code: number; readonly output: string }> => {
  const loader = pathToFileURL(createRequire(import.meta.url).resolve("tsx")).href
  const script = spawn(process.execPath, [
    "--conditions=@agenda-engine/source",
    "--import",
    loader,
    "--input-type=module",
    "--eval",
    program
  ], { stdio: ["ignore", "pipe", "inherit"] })
  const output: Array<string> = []
  script.stdout.on("data", (chunk) => void output.push(String(chunk)))
  const [code] = await once(script, "close")
  return { code, output: output.join("") }
}
