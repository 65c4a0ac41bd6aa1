import type { ContributionSettings } from "../../domain/Agenda.js"
import { type EventState, published } from "../../domain/Event.js"
import { type Issue, issue } from "../../domain/Issue.js"
import { isPrivileged, type Role } from "../../domain/Member.js"

/** Who writes, and what about. */
export interface Moderation {
  /** Null: the program itself, which may do everything. */
  readonly role: Role | null
  readonly settings: ContributionSettings
  /** What is there; null for a new event. */
  readonly stored: { readonly state: EventState; readonly featured: boolean } | null
  /** What the body says; absent members are not named. */
  readonly asked: { readonly state?: EventState; readonly featured?: boolean }
  /** Whether anything else of the event changes. */
  readonly contentChanges: boolean
}

/** What becomes of state and featured, and what of the body was left alone. */
export interface Moderated {
  readonly state: EventState
  readonly featured: boolean
  readonly warnings: ReadonlyArray<Issue>
}

const publishers: ReadonlyArray<Role> = ["administrator", "moderator"]

const mayPublish = ({ role, settings }: Moderation): boolean => role === null || (settings.canPublish ?? publishers).includes(role)

const isEditor = ({ role }: Moderation): boolean => role === null || isPrivileged(role)

/** The state of an event whose body asks for none. */
const unaskedState = (moderation: Moderation): EventState => {
  const { contentChanges, role, settings, stored } = moderation
  if (stored === null) return settings.defaultState ?? (mayPublish(moderation) ? published : 0)
  const goesBack = contentChanges && role !== null && (settings.moderateOnChangeBy ?? []).includes(role)
  return goesBack && (stored.state === published || stored.state === -1) ? 0 : stored.state
}

const ignored = (field: "state" | "featured", origin: EventState | boolean): Issue => issue("ignored", field, { origin })

const settleState = (moderation: Moderation): { readonly state: EventState; readonly warnings: ReadonlyArray<Issue> } | "forbidden" => {
  const { asked, stored } = moderation
  const unasked = unaskedState(moderation)
  if (asked.state === undefined) return { state: unasked, warnings: [] }
  if (asked.state === published && mayPublish(moderation)) return { state: published, warnings: [] }
  if (isEditor(moderation)) {
    if (asked.state !== published) return { state: asked.state, warnings: [] }
    // A published event that is posted back stays what an edit leaves it.
    return stored?.state === published ? { state: unasked, warnings: [] } : "forbidden"
  }
  const isStored = asked.state === (stored?.state ?? unasked)
  return { state: unasked, warnings: isStored ? [] : [ignored("state", asked.state)] }
}

/**
 * Decides state and featured by the rules of wire.md §7, or answers `forbidden`: a moderator who may not publish asked to.
 * Contributors decide neither: what they ask for is left alone, with a warning unless it is what is there.
 */
export const moderate = (moderation: Moderation): Moderated | "forbidden" => {
  const settled = settleState(moderation)
  if (settled === "forbidden") return settled
  const storedFeatured = moderation.stored?.featured ?? false
  const asked = moderation.asked.featured ?? storedFeatured
  return isEditor(moderation) || asked === storedFeatured
    ? { ...settled, featured: asked }
    : { ...settled, featured: storedFeatured, warnings: [...settled.warnings, ignored("featured", asked)] }
}
