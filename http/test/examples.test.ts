import { MailBox } from "@agenda-engine/conformance/testing/MailBox"
import * as Engine from "@agenda-engine/core/Engine"
import * as WebCryptoSecrets from "@agenda-engine/core/secrets/WebCryptoSecrets"
import { Agendas } from "@agenda-engine/core/services/Agendas"
import { Keys } from "@agenda-engine/core/services/Keys"
import * as MarkdownRichText from "@agenda-engine/richtext/MarkdownRichText"
import * as SqliteStores from "@agenda-engine/sqlite/SqliteStores"
import * as SqliteClient from "@effect/sql-sqlite-node/SqliteClient"
import * as SqlClient from "@effect/sql/SqlClient"
import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { readFileSync, statSync } from "node:fs"
import { handlerOver } from "../examples/engineAsHandler.js"
import { announceConcert, engineOn } from "../examples/engineAsLayer.js"
import { testImages } from "./world/testImages.js"

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), "utf8")

describe("README.md", () => {
  it("fits on two screens, with a small picture", () => {
    expect(read("README.md").split("\n").length).toBeLessThanOrEqual(90)
    expect(statSync(new URL("../../docs/page.png", import.meta.url)).size).toBeLessThan(60_000)
  })

  it("composes the engine as its docstring does", () => {
    const [, example = ""] = /@example\n([^]*?) \*\//.exec(read("core/src/Engine.ts")) ?? []
    const composed = example.split("\n").map((line) => line.replace(/^ \* /, "")).join("\n").trim()
    expect(composed).toContain("Engine.layer.pipe(")
    expect(read("http/examples/engineAsLayer.ts").replace(/^ {2}/gm, "")).toContain(composed)
  })

  it("names existing scripts only", () => {
    const { scripts }: { readonly scripts: Readonly<Record<string, string>> } = JSON.parse(read("package.json"))
    const named = [...read("README.md").matchAll(/npm (?:run )?([a-z:]+)/g)].map(([, name]) => name ?? "")
    expect(named).toContain("demo")
    expect(named.filter((name) => name !== "ci" && name !== "install" && !(name in scripts))).toEqual([])
  })
})

describe("the engine, embedded", () => {
  it.effect("is a layer", () =>
    Effect.gen(function*() {
      const { event, outcome } = yield* announceConcert
      expect(outcome).toBe("created")
      expect(event).toMatchObject({ title: { en: "Concert on the river" }, timings: [{ begin: "2030-06-21T21:30:00+02:00" }] })
    }).pipe(Effect.provide(engineOn(":memory:"))))

  it.scoped("is a handler over the host's connection", () =>
    Effect.gen(function*() {
      const sql = yield* SqlClient.SqlClient
      const connection = Layer.succeed(SqlClient.SqlClient, sql)
      const { dispose, handler } = handlerOver(connection)
      yield* Effect.addFinalizer(() => Effect.promise(dispose))
      const get = (path: string, key: string) =>
        Effect.promise(() => handler(new Request(`https://host.example${path}`, { headers: { key } })))

      expect((yield* get("/v2/agendas", "nobody's")).status).toBe(403)

      const { agenda, key } = yield* Effect.gen(function*() {
        const agenda = yield* Effect.flatMap(Agendas, (agendas) => agendas.create({ title: "Host's own" }))
        const { key } = yield* Effect.flatMap(Keys, (keys) =>
          keys.create({ kind: "public", ownerUid: null, agendaUids: null, operations: null, expiresAt: null }))
        return { agenda, key }
      }).pipe(Effect.provide(Engine.layer.pipe(
        Layer.provide(SqliteStores.layerClient),
        Layer.provide(connection),
        Layer.provide([WebCryptoSecrets.layer, MarkdownRichText.layer, MailBox.layer, testImages])
      )))
      const response = yield* get(`/v2/agendas/${agenda.uid}`, key)
      expect(response.status).toBe(200)
      expect(
        yield* Effect.promise(() =>
          response.json()
        )
      ).toMatchObject({ uid: agenda.uid, title: "Host's own" })
      expect(yield* sql`select 1 as one`).toEqual([{ one: 1 }])
    }).pipe(Effect.provide(SqliteClient.layer({ filename: ":memory:" }))))
})
