import { type Mail, Mailer } from "@agenda-engine/core/ports/Mailer"
import { expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { spawnSync } from "node:child_process"
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import PostalMime from "postal-mime"
import * as FolderMailer from "../src/FolderMailer.js"

const mail: Mail = {
  messageId: "<../a/b@agenda.example>",
  to: "ada@example.org",
  subject: "Été\nX-Evil: 1",
  text: "Venez",
  html: "<p>Venez</p>",
  lang: "fr",
  date: 1_750_000_000_000
}

const temporaryFolder = Effect.acquireRelease(
  Effect.sync(() => mkdtempSync(join(tmpdir(), "agenda-engine-mail-"))),
  (folder) => Effect.sync(() => rmSync(folder, { recursive: true }))
)

const sending = (folder: string, sent: Mail) =>
  Effect.flatMap(Mailer, (mailer) => mailer.send(sent)).pipe(Effect.provide(FolderMailer.layer({ folder, from: "agenda@example.org" })))

it.scopedLive("FolderMailer writes one whole file per Message-ID, inside its folder and readable by its owner only", () =>
  Effect.gen(function*() {
    const folder = join(yield* temporaryFolder, "deep", "mail")
    yield* sending(folder, mail)
    const file = join(folder, ".._a_b@agenda.example.eml")
    const first = readFileSync(file)
    yield* sending(folder, mail)
    expect(readFileSync(file).equals(first)).toBe(true)
    yield* sending(folder, { ...mail, text: "Venez encore" })
    yield* sending(folder, { ...mail, messageId: "<other@agenda.example>" })
    expect(readdirSync(folder).toSorted()).toEqual([".._a_b@agenda.example.eml", "other@agenda.example.eml"])
    expect(statSync(file).mode & 0o777).toBe(0o600)
    const read = yield* Effect.promise(() => PostalMime.parse(readFileSync(file)))
    expect(read).toMatchObject({ messageId: mail.messageId, to: [{ address: "ada@example.org" }] })
    expect(read.text?.trim()).toBe("Venez encore")
    expect(read.headers.map(({ key }) => key)).not.toContain("x-evil")
  }))

it.scopedLive("FolderMailer removes the partial files of killed processes only", () =>
  Effect.gen(function*() {
    const folder = yield* temporaryFolder
    const gone = spawnSync(process.execPath, ["--version"]).pid
    const old = `.old@agenda.example.eml.${process.pid}.part`
    const stays = [`.now@agenda.example.eml.${process.pid}.part`, "note.part", "one@agenda.example.eml"]
    for (const name of [`.killed@agenda.example.eml.${gone}.part`, old, ...stays]) writeFileSync(join(folder, name), "x")
    utimesSync(join(folder, old), 1_000, 1_000)
    yield* Layer.build(FolderMailer.layer({ folder, from: "agenda@example.org" }))
    yield* Effect.sleep("20 millis").pipe(
      Effect.zipRight(Effect.sync(() => readdirSync(folder).toSorted())),
      Effect.repeat({ until: (names) => names.length <= stays.length, times: 500 }),
      Effect.map((names) => expect(names).toEqual(stays.toSorted()))
    )
  }))

it.scopedLive("FolderMailer reports a folder that cannot be written to as a temporary failure", () =>
  Effect.gen(function*() {
    const folder = yield* temporaryFolder
    writeFileSync(join(folder, "file"), "")
    expect(yield* Effect.flip(sending(join(folder, "file"), mail))).toMatchObject({ reason: "temporary" })
  }))
