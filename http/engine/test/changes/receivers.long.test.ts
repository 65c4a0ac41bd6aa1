import { execFileSync, spawn } from "node:child_process"
import { createHmac } from "node:crypto"
import { once } from "node:events"
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { createServer } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { expect, it } from "vitest"
import { webhookApp } from "../../examples/receive/webhookApp.js"
import { createAgendaEngine, operator } from "../../src/createAgendaEngine.js"
import { listening } from "../listening.js"

/** A receiver that is running, with the kinds of the changes that it has handled. */
interface Receiving {
  readonly url: string
  readonly handled: () => ReadonlyArray<string>
}

/** Runs a receiver of a webhook with a secret. */
type RunReceiver = (secret: string, use: (receiving: Receiving) => Promise<void>) => Promise<void>

const inExpress: RunReceiver = (secret, use) => {
  const handled = new Map<string, string>()
  const receiver = {
    isHandled: async (id: string) => handled.has(id),
    handle: async (id: string, { kind }: { readonly kind: string }) => void handled.set(id, kind)
  }
  const app = webhookApp(secret, receiver)
  return listening(
    (request, response) => app(request, response),
    (url) => use({ url: `${url}/agenda-hook`, handled: () => [...handled.values()] })
  )
}

const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, "127.0.0.1")
  await once(server, "listening")
  const address = server.address()
  server.close()
  await once(server, "close")
  return typeof address === "object" && address !== null ? address.port : 0
}

const script = fileURLToPath(new URL("../../examples/receive/webhook.php", import.meta.url))

const inPhp: RunReceiver = async (secret, use) => {
  try {
    execFileSync("php", ["--version"])
  } catch {
    throw new Error("this test needs PHP: apt-get install php-cli, as .ci/run does")
  }
  const folder = mkdtempSync(join(tmpdir(), "agenda-engine-php-"))
  const [changes, ids] = [join(folder, "changes"), join(folder, "handled")]
  mkdirSync(ids)
  writeFileSync(changes, "")
  const address = `127.0.0.1:${await freePort()}`
  const variables = [`CHANGES_FILE=${changes}`, `HANDLED_FOLDER=${ids}`, `WEBHOOK_SECRET=${secret}`]
  const server = spawn("env", [...variables, "php", "-S", address, script])
  const ended = once(server, "close")
  try {
    await once(server.stderr, "data")
    const handled = () => readFileSync(changes, "utf8").split("\n").filter((line) => line !== "").map((line) => line.split(" ")[0] ?? "")
    await use({ url: `http://${address}/agenda-hook`, handled })
  } finally {
    server.kill()
    await ended
    rmSync(folder, { recursive: true })
  }
}

/** What a request is signed with, instead of what it should be. */
interface Signing {
  readonly by?: string
  readonly signed?: string
}

const signatureOf = (secret: string, signed: string): string =>
  `v1,${createHmac("sha256", Buffer.from(secret.replace("whsec_", ""), "base64")).update(signed).digest("base64")}`

it.each([["Express", inExpress], ["PHP", inPhp]])(
  "a receiver in %s handles each signed change once, and refuses others",
  async (_name, run) => {
    const engine = createAgendaEngine({ database: "memory", background: false, webhooks: { privateAddresses: true } })
    const { uid } = await engine.services.agendas.create({ title: "Town" })
    const managing = await engine.services.access.authorize(operator, { _tag: "Uid", uid }, "members:write")
    const { secret, webhook } = await engine.services.webhooks.create(managing, { url: "http://127.0.0.1:1/" })
    await run(secret, async ({ handled, url }) => {
      await engine.services.webhooks.update(managing, webhook.id, { url })
      await engine.services.agendas.update(uid, { title: "The town" })
      expect(await engine.runDue()).toMatchObject({ deliveries: 1 })
      const [first] = await engine.services.webhooks.deliveries(managing, webhook.id)
      await engine.services.webhooks.replay(managing, webhook.id, { from: first?.id ?? "" })
      expect(await engine.runDue()).toMatchObject({ deliveries: 1 })
      expect((await engine.services.webhooks.deliveries(managing, webhook.id)).map(({ status }) => status)).toEqual([204])
      expect(handled()).toEqual(["agenda.updated"])

      const body = JSON.stringify({ type: "event.removed", timestamp: "2030-06-01T18:00:00.000Z", data: { kind: "event.removed", uid: 1 } })
      const post = async (id: string, at_seconds: number, { by = secret, signed = body }: Signing = {}) => {
        const headers = {
          "content-type": "application/json",
          "webhook-id": id,
          "webhook-timestamp": `${at_seconds}`,
          "webhook-signature": `v1,bm90IHRoaXMgb25l ${signatureOf(by, `${id}.${at_seconds}.${signed}`)}`
        }
        return (await fetch(url, { method: "POST", headers, body })).status
      }
      const now_seconds = Math.floor((performance.timeOrigin + performance.now()) / 1_000)
      const minutesAgo = (minutes: number) => now_seconds - minutes * 60
      expect(await post("a", minutesAgo(6))).toBe(400)
      expect(await post("a", minutesAgo(-6))).toBe(400)
      expect(await post("a", now_seconds, { signed: `${body} ` })).toBe(400)
      expect(await post("a", now_seconds, { by: `whsec_${Buffer.from("another secret of 32 characters!").toString("base64")}` })).toBe(400)
      expect((await fetch(url, { method: "POST", body })).status).toBe(400)
      expect(handled()).toEqual(["agenda.updated"])
      expect(await post("a", minutesAgo(4))).toBe(204)
      expect(await post("a", now_seconds)).toBe(204)
      expect(await post("b", now_seconds)).toBe(204)
      expect(handled()).toEqual(["agenda.updated", "event.removed", "event.removed"])
    })
    await engine.close()
  }
)
