import { at } from "../../answer/Answer.js"
import { agendaUid, anyNumber } from "../../answer/Pattern.js"
import { all, hasMembers, isRefused, itemsOf, needing, reads, shows, type SpecCase } from "../SpecCase.js"

const members = "/agendas/{agenda:main}/members"
const mine = "/me/agendas"

/** Members, and the agendas of who asks. */
export const memberCases: ReadonlyArray<SpecCase> = needing(["agendas"], [
  {
    clause: "service.md, list members",
    path: members,
    as: "moderatorKey",
    asked: {},
    answers: all(
      shows({ total: 3, after: null, success: true }),
      reads("the roles", (body) => itemsOf(body, "items").map((item) => String(at(item, "role"))).toSorted(), [
        "administrator",
        "contributor",
        "moderator"
      ]),
      hasMembers(["items", 0], "uid", "userUid", "name", "email", "phone", "organization", "position", "role")
    )
  },
  {
    clause: "service.md, list members",
    path: members,
    as: "administratorToken",
    asked: { limit: "1" },
    answers: shows({ total: 3, items: [{}], after: anyNumber })
  },
  {
    clause: "service.md, list members",
    path: members,
    as: "moderatorToken",
    asked: { limit: "100", after: "9007199254740991" },
    answers: shows({ total: 3, items: [] })
  },
  { clause: "service.md, list members", path: members, as: "contributorKey", asked: {}, answers: isRefused(403) },
  { clause: "service.md, list members", path: members, asked: {}, answers: isRefused(403) },
  {
    clause: "wire.md §1",
    path: mine,
    as: "contributorKey",
    asked: {},
    answers: all(
      shows({ success: true, total: 1, after: null, items: [{ uid: agendaUid("main"), title: "Town agenda", slug: "{slug:main}" }] }),
      hasMembers(["items", 0], "uid", "title", "slug", "member")
    )
  },
  {
    clause: "wire.md §1",
    path: mine,
    as: "administratorToken",
    asked: { limit: "2" },
    answers: shows({ total: 3, items: [{}, {}], after: anyNumber })
  },
  {
    clause: "wire.md §1",
    path: mine,
    as: "administratorToken",
    asked: { size: "1", from: "1" },
    answers: shows({ total: 3, items: [{}], after: anyNumber })
  },
  { clause: "wire.md §1", path: mine, asked: {}, answers: isRefused(403) },
  ...(["moderatorKey", "moderatorSecret", "moderatorToken"] as const).map((as): SpecCase => ({
    clause: "wire.md §1",
    path: `${mine}/{agenda:main}`,
    as,
    asked: {},
    answers: shows({ uid: agendaUid("main"), title: "Town agenda", me: { member: { role: "moderator" } } })
  })),
  {
    clause: "wire.md §1",
    path: `${mine}/{agenda:main}`,
    as: "strangerKey",
    asked: {},
    answers: shows({ uid: agendaUid("main"), me: { member: null } })
  },
  { clause: "wire.md §1", path: `${mine}/{agenda:private}`, as: "strangerKey", asked: {}, answers: isRefused(404) },
  { clause: "wire.md §1", path: `${mine}/9999`, as: "strangerKey", asked: {}, answers: isRefused(404) },
  { clause: "wire.md §1", path: `${mine}/{agenda:main}`, asked: {}, answers: isRefused(403) }
])
