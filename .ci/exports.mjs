/** Packs all packages at once, and checks what they export with publint: `npm run check:exports`. */
import { execFileSync } from "node:child_process"
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { publint } from "publint"
import { formatMessage } from "publint/utils"

const folder = mkdtempSync(join(tmpdir(), "agenda-engine-exports-"))
try {
  execFileSync("npm", ["pack", "--workspaces", "--ignore-scripts", "--silent", "--pack-destination", folder], { stdio: "ignore" })
  for (const name of readdirSync(folder)) {
    const { buffer } = new Uint8Array(readFileSync(join(folder, name)))
    const { messages, pkg } = await publint({ pack: { tarball: buffer }, strict: true })
    if (pkg.private === true || messages.length === 0) continue
    process.exitCode = 1
    for (const message of messages) process.stderr.write(`${pkg.name}: ${formatMessage(message, pkg)}\n`)
  }
} finally {
  rmSync(folder, { recursive: true })
}
