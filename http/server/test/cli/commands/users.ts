import { describe, expect, it } from "vitest"
import type { RunCli } from "../runCli.js"
import type { DatabaseKind, Databases } from "./useDatabases.js"

/** What holds of the commands about accounts, however command lines are run. */
export const testUsers = (runCli: RunCli, { freshDatabase }: Databases, kinds: ReadonlyArray<DatabaseKind>): void => {
  describe.each(kinds)("accounts on %s", (kind) => {
    it("are found, changed and listed page by page", async () => {
      const database = await freshDatabase(kind)
      const run = async (words: ReadonlyArray<string>) => {
        const finished = await runCli([...words, "--json"], { env: { AGENDA_DATABASE: database } })
        return { ...finished, answer: finished.stdout === "" ? null : JSON.parse(finished.stdout) }
      }
      await run(["migrate", "up"])
      const uids: Array<number> = []
      for (const name of ["Ada", "Bob", "Cleo"]) {
        uids.push((await run(["user", "create", "--email", `${name}@example.org`, "--name", name])).answer.uid)
      }
      const [ada = 0, bob = 0] = uids
      expect((await run(["user", "find", "--email", " ADA@example.org"])).answer).toEqual({
        uid: ada,
        email: "ada@example.org",
        name: "Ada",
        hostId: null,
        createdAt: expect.stringMatching(/Z$/)
      })
      expect(await run(["user", "find", "--email", "eve@example.org"])).toMatchObject({ code: 1, stdout: "" })
      expect(await run(["user", "find", "--host-id", "7"])).toMatchObject({ code: 1, stdout: "" })

      expect((await run(["user", "change", String(ada), "--name", "Ada Lovelace"])).answer).toMatchObject({
        uid: ada,
        name: "Ada Lovelace",
        email: "ada@example.org"
      })
      expect((await run(["user", "change", String(ada), "--email", "Countess@example.org"])).answer.email).toBe("countess@example.org")
      const taken = await run(["user", "change", String(bob), "--email", "countess@example.org"])
      expect([taken.code, taken.stdout]).toEqual([1, ""])
      expect(taken.stderr).toContain("[duplicate]")
      expect(await run(["user", "change", "1", "--name", "Nobody"])).toMatchObject({ code: 1, stdout: "" })

      const { after: none, users } = (await run(["user", "list"])).answer
      expect([users.map(({ uid }: { readonly uid: number }) => uid), none]).toEqual([uids.toSorted((left, right) => left - right), null])
      const first = (await run(["user", "list", "--limit", "2"])).answer
      expect(first).toEqual({ users: users.slice(0, 2), after: users[1].uid })
      expect((await run(["user", "list", "--limit", "2", "--after", String(first.after)])).answer).toEqual({
        users: users.slice(2),
        after: null
      })
      const plain = await runCli(["user", "find", "--email", "bob@example.org"], { env: { AGENDA_DATABASE: database } })
      expect(plain).toMatchObject({ code: 0, stdout: `${bob}\tbob@example.org\tBob\n` })
    })
  })
}
