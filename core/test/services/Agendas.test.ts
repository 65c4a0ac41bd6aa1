import { describe, expect, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as TestClock from "effect/TestClock"
import { operator } from "../../src/domain/access/Credential.js"
import { authorized } from "../../src/services/Access.js"
import { Agendas } from "../../src/services/Agendas.js"
import { Members } from "../../src/services/Members.js"
import { Users } from "../../src/services/Users.js"
import { testAgenda, testEngine } from "./testEngine.js"

const failure = <A, E extends { readonly _tag: string }, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.map(Effect.flip(effect), (error) => error._tag)

describe("Agendas", () => {
  it.scoped("agendas are found by title, uid and slug, page by page", () =>
    Effect.gen(function*() {
      const agendas = yield* Agendas
      const titles = ["Musée de l'Été", "Fête de l'été", "Été indien", "Etendue", "Hiver"]
      const made = yield* Effect.forEach(titles, (title, index) => agendas.create({ title, uid: 10 + index }))
      yield* agendas.create({ title: "Été caché", indexed: false })
      const found = yield* agendas.search(operator, { search: "ÉTÉ", size: 20 })
      expect(found.agendas.map(({ title }) => title)).toEqual(["Musée de l'Été", "Fête de l'été", "Été indien", "Etendue"])
      const begun = yield* agendas.search(operator, { search: "ete", size: 2 })
      expect([begun.total, begun.agendas.length]).toEqual([4, 2])
      const rest = yield* agendas.search(operator, { search: "ete", size: 2, after: begun.after ?? [] })
      expect([...begun.agendas, ...rest.agendas]).toEqual(found.agendas)
      expect(rest.after).toBeNull()
      const all = yield* agendas.search(operator, { size: 2 })
      expect(all.after).toEqual([11])
      expect((yield* agendas.search(operator, { size: 20, after: [11] })).agendas.map(({ uid }) => uid)).toEqual([12, 13, 14])
      expect((yield* agendas.search(operator, { slug: ["hiver"], size: 20 })).agendas.map(({ uid }) => uid)).toEqual([made[4]?.uid])
      expect(yield* failure(agendas.search(operator, { after: [1, 2], size: 20 }))).toBe("Invalid")
      expect(yield* failure(agendas.search(operator, { size: 101 }))).toBe("Invalid")
      const words = (count: number) => Array.from({ length: count }, (_, index) => `mot${index}`).join(" ")
      expect((yield* agendas.search(operator, { search: `${words(64)} ${words(64)}`, size: 20 })).total).toBe(0)
      expect(yield* failure(agendas.search(operator, { search: words(65), size: 20 }))).toBe("Invalid")
    }).pipe(Effect.provide(testEngine)))

  it.scoped("creating an agenda reports all taken and malformed values at once", () =>
    Effect.gen(function*() {
      const agendas = yield* Agendas
      yield* agendas.create({ title: "Un", uid: 7, slug: "un" })
      const taken = yield* Effect.flip(agendas.create({ title: "Un", uid: 7, slug: "un" }))
      expect(taken._tag === "Invalid" && taken.issues.map(({ code, field }) => `${field} ${code}`)).toEqual([
        "uid duplicate",
        "slug duplicate"
      ])
      const malformed = yield* Effect.flip(
        agendas.create({ title: " ", slug: "Un Deux", settings: { contribution: { defaultState: 9 } }, schema: { fields: [{}] } })
      )
      expect(malformed._tag === "Invalid" && malformed.issues.map(({ field }) => field)).toEqual([
        "title",
        "slug",
        "settings.contribution.defaultState",
        "schema.fields[0].field",
        "schema.fields[0].label"
      ])
    }).pipe(Effect.provide(testEngine)))

  it.scoped("restoring an agenda creates it the first time, and changes nothing unless the draft differs", () =>
    Effect.gen(function*() {
      const agendas = yield* Agendas
      const draft = { uid: 42, title: "Repris", slug: "repris", official: true }
      expect((yield* agendas.restore(draft)).outcome).toBe("created")
      expect((yield* agendas.restore(draft)).outcome).toBe("unchanged")
      expect((yield* agendas.restore({ ...draft, title: "Renommé" })).outcome).toBe("updated")
      expect(yield* authorized(operator, { _tag: "Slug", slug: "repris" }, "agendas:read", (by) => agendas.get(by, { detailed: false })))
        .toMatchObject({
          uid: 42,
          title: "Renommé",
          official: true
        })
    }).pipe(Effect.provide(testEngine)))

  it.scoped("an update changes only the given members, or nothing when it is invalid", () =>
    Effect.gen(function*() {
      const agendas = yield* Agendas
      yield* TestClock.setTime(1_000)
      const fields = [{ field: "genre", label: { fr: "Genre" } }]
      const made = yield* agendas.create({
        uid: 42,
        title: "Un",
        slug: "un",
        description: "Tout",
        image: "https://example.org/a.png",
        url: "https://example.org",
        settings: { contribution: { defaultState: 1 } },
        schema: { fields }
      })
      yield* agendas.create({ title: "Deux", slug: "deux" })
      yield* TestClock.setTime(2_000)
      expect(yield* agendas.update(42, {})).toEqual(made)
      expect(yield* agendas.update(42, { title: " Été ", private: true })).toEqual({
        ...made,
        title: "Été",
        titleFolded: "ete et",
        private: true,
        updatedAt: 2_000
      })
      const changed = yield* agendas.update(42, { slug: "ete", description: "", image: null, url: "", indexed: false, settings: {} })
      expect(changed).toMatchObject({ slug: "ete", description: "", image: null, url: null, indexed: false, settings: "{}" })
      expect(changed.fields).toBe(made.fields)
      expect((yield* agendas.update(42, { schema: { fields: [] } })).fields).toBe("[]")
      const refused = yield* Effect.flip(
        agendas.update(42, { title: "", slug: "deux", image: "a.png", url: "ftp://example.org", settings: { contribution: 1 } })
      )
      expect(refused._tag === "Invalid" && refused.issues.map(({ code, field }) => `${field} ${code}`)).toEqual([
        "title required",
        "image url.invalid",
        "url url.invalid",
        "settings.contribution type.invalid",
        "slug duplicate"
      ])
      const taken = yield* Effect.flip(agendas.update(42, { slug: "deux" }))
      expect(taken._tag === "Invalid" && taken.issues.map(({ code, field }) => `${field} ${code}`)).toEqual(["slug duplicate"])
      expect(yield* failure(agendas.update(43, { title: "Trois" }))).toBe("NotFound")
      expect((yield* agendas.list).find(({ uid }) => uid === 42)).toMatchObject({ slug: "ete", title: "Été", fields: "[]" })
    }).pipe(Effect.provide(testEngine)))

  it.scoped("the last administrator of an agenda cannot be removed or demoted", () =>
    Effect.gen(function*() {
      const members = yield* Members
      const { administrator, agenda, moderator } = yield* testAgenda
      expect(yield* failure(members.add(agenda.uid, administrator.user.uid, "contributor"))).toBe("Conflict")
      expect(yield* failure(members.remove(agenda.uid, administrator.user.uid))).toBe("Conflict")
      yield* members.add(agenda.uid, moderator.user.uid, "administrator")
      yield* members.remove(agenda.uid, administrator.user.uid)
      expect((yield* members.list(agenda.uid)).filter(({ role }) => role === "administrator").map(({ userUid }) => userUid)).toEqual([
        moderator.user.uid
      ])
      expect(yield* failure(members.add(agenda.uid, 5, "contributor"))).toBe("NotFound")
      expect(yield* failure(members.add(5, moderator.user.uid, "contributor"))).toBe("NotFound")
    }).pipe(Effect.provide(testEngine)))

  it.scoped("a user is created only with a valid and unused address", () =>
    Effect.gen(function*() {
      const users = yield* Users
      const user = yield* users.create({ email: " Ada@Example.org ", name: "Ada" })
      expect(user.email).toBe("ada@example.org")
      const taken = yield* Effect.flip(users.create({ email: "ADA@example.org", name: "Autre" }))
      expect(taken._tag === "Invalid" && taken.issues).toMatchObject([{ code: "duplicate", field: "email" }])
      const wrong = yield* Effect.flip(users.create({ email: "ada", name: "" }))
      expect(wrong._tag === "Invalid" && wrong.issues.map(({ code }) => code)).toEqual(["email.invalid", "required"])
    }).pipe(Effect.provide(testEngine)))
})
