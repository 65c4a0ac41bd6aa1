import { readdirSync, readFileSync } from "node:fs"
import PostalMime from "postal-mime"
import { describe, expect, it } from "vitest"
import type { RunCli } from "../runCli.js"
import type { Databases } from "./useDatabases.js"

/** What holds of the commands that invite, however command lines are run. */
export const testInviting = (runCli: RunCli, { fileOf, freshDatabase }: Databases): void => {
  describe("invitations", () => {
    it("are mailed to a folder, listed, accepted and revoked", async () => {
      const database = await freshDatabase("SQLite")
      const mail = fileOf("invitations")
      const env = {
        AGENDA_DATABASE: database,
        AGENDA_MAIL: `folder:${mail}`,
        AGENDA_MAIL_FROM: "Agenda <agenda@example.org>",
        AGENDA_PUBLIC_URL: "https://agenda.example"
      }
      const run = async (line: string, more: { readonly [name: string]: string } = {}) => {
        const finished = await runCli([...line.split(" "), "--json"], { env: { ...env, ...more } })
        return { ...finished, answer: finished.stdout === "" ? null : JSON.parse(finished.stdout) }
      }
      const { uid: owner } = (await run("user create --email ada@example.org --name Ada")).answer
      await run(`agenda create --title Summer --owner ${owner} --uid 42`)

      const invite = "member invite --agenda 42 --role moderator --email Bob@example.org --email cy@example.org --email bob@example.org"
      expect(await run(invite)).toMatchObject({
        code: 0,
        answer: { queued: 2, processed: [{ email: "bob@example.org", userUid: null, role: "moderator" }, { email: "cy@example.org" }] }
      })
      expect((await run(invite)).answer.queued).toBe(2)
      const mails = await Promise.all(readdirSync(mail).map((name) => PostalMime.parse(readFileSync(`${mail}/${name}`))))
      expect(mails.flatMap(({ to }) => to?.map(({ address }) => `${address}`) ?? []).toSorted()).toEqual([
        "bob@example.org",
        "cy@example.org"
      ])
      expect(mails.map(({ from }) => from?.name)).toEqual(["Agenda", "Agenda"])

      const { invitations } = (await run("invitation list --agenda 42")).answer
      expect(invitations).toMatchObject([{ email: "bob@example.org", status: "sent" }, { email: "cy@example.org", status: "sent" }])
      const tokenOf = (address: string): string => {
        const found = mails.find(({ to }) => to?.some((one) => one.address === address))
        return /https:\/\/agenda\.example\/invitation\?token=(\S+)/.exec(found?.text ?? "")?.[1] ?? ""
      }
      const accepted = await run(`invitation accept ${tokenOf("bob@example.org")} --name Bob`)
      expect(accepted).toMatchObject({ code: 0, answer: { agendaUid: 42, role: "moderator", name: "Bob", email: "bob@example.org" } })
      expect((await run("member list --agenda 42")).answer.members).toHaveLength(2)
      expect((await run(`invitation revoke ${String(invitations[1].id)}`)).answer).toEqual({ id: invitations[1].id, revoked: true })
      expect((await run("invitation list --agenda 42")).answer).toEqual({ invitations: [] })
      const revoked = await run(`invitation accept ${tokenOf("cy@example.org")}`)
      expect(revoked).toMatchObject({ code: 1, stdout: "" })
      expect(revoked.stderr).toContain("this invitation was revoked")
      expect(await run("invitation accept nothing")).toMatchObject({ code: 1, stdout: "" })

      const faulty = await run("member invite --agenda 42 --role contributor --email nobody")
      expect(faulty).toMatchObject({ code: 1, stdout: "" })
      expect(faulty.stderr).toContain("[email.invalid]")
      const unsent = await run("member invite --agenda 42 --role contributor --email di@example.org", { AGENDA_MAIL: "smtp://127.0.0.1:1" })
      expect(unsent).toMatchObject({ code: 0, answer: { queued: 1 } })
      expect(unsent.stderr).toContain("di@example.org was not sent and will be retried by a server")
    }, 240_000)

    it("exit 2 on an invalid mail configuration", async () => {
      const database = await freshDatabase("SQLite")
      const wrong: ReadonlyArray<{ readonly [name: string]: string }> = [
        { AGENDA_MAIL: "http://mail.example" },
        { AGENDA_MAIL: "smtp://mail.example" },
        { AGENDA_MAIL_FROM: "nobody" },
        { AGENDA_INVITATION_SECRET: "short" }
      ]
      for (const env of wrong) {
        const { code, stderr } = await runCli(["user", "create", "--email", "x@example.org", "--name", "X", "--database", database], {
          env
        })
        expect([Object.entries(env).join(), code]).toEqual([Object.entries(env).join(), 2])
        expect(stderr).toMatch(/^agenda-engine: AGENDA_(?:MAIL|MAIL_FROM|INVITATION_SECRET): /)
        expect(stderr).not.toContain("short")
      }
    }, 120_000)
  })
}
