import { expect } from "vitest"
import type { InvitationRound } from "./InvitationRound.js"

/**
 * One invitation and one Message-ID an address, none lost, and for each kill at most one mail a second time (wire.md
 * §7).
 */
export const expectInvited = ({ asked, invitations, kills, received }: InvitationRound): void => {
  const everyone = asked.toSorted()
  expect(invitations.map(({ email }) => email).toSorted()).toEqual(everyone)
  expect(invitations.filter(({ status }) => status !== "sent")).toEqual([])
  const messageIds = new Map(invitations.map(({ email, messageId }) => [email, messageId]))
  expect(new Set(messageIds.values()).size).toBe(asked.length)
  expect([...new Set(received.map(({ to }) => to))].toSorted()).toEqual(everyone)
  expect(received.filter(({ messageId, to }) => messageIds.get(to) !== messageId)).toEqual([])
  expect(received.length - asked.length).toBeLessThanOrEqual(kills)
}
