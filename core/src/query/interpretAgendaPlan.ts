import type { AgendaRecord } from "../record/AgendaRecord.js"
import type { AgendaAnswer, AgendaPlan } from "./AgendaPlan.js"

/** 2 for a word of the title, 1 for the beginning of one, null for neither. */
const scoreOf = (titleWords: ReadonlyArray<string>, word: string): number | null => {
  if (titleWords.includes(word)) return 2
  return titleWords.some((titleWord) => titleWord.startsWith(word)) ? 1 : null
}

/** The score of an agenda under a search; null when a word is not in its title. */
const relevance = (agenda: AgendaRecord, words: ReadonlyArray<string>): number | null => {
  const titleWords = agenda.titleFolded.split(" ")
  return words.reduce<number | null>((sum, word) => {
    const score = scoreOf(titleWords, word)
    return sum === null || score === null ? null : sum + score
  }, 0)
}

type Scored = AgendaAnswer["agendas"][number]

const compare = (left: { readonly score: number; readonly uid: number }, right: { readonly score: number; readonly uid: number }): number =>
  right.score - left.score || left.uid - right.uid

const placeOf = ({ agenda, score }: Scored) => ({ score, uid: agenda.uid })

/** What an `AgendaPlan` means: its answer over plain records. The score is 0 throughout under the sort `uid`. */
export const interpretAgendaPlan = (plan: AgendaPlan, agendas: ReadonlyArray<AgendaRecord>): AgendaAnswer => {
  const matching = agendas
    .filter((agenda) => !agenda.private && agenda.indexed)
    .filter((agenda) => plan.uids === null || plan.uids.includes(agenda.uid))
    .filter((agenda) => plan.slugs === null || plan.slugs.includes(agenda.slug))
    .filter((agenda) => plan.official === null || plan.official === agenda.official)
    .flatMap((agenda): ReadonlyArray<Scored> => {
      const score = relevance(agenda, plan.words)
      return score === null ? [] : [{ agenda, score: plan.sort === "uid" ? 0 : score }]
    })
    .sort((left, right) => compare(placeOf(left), placeOf(right)))
  const { after } = plan
  const following = after === null ? matching : matching.filter((scored) => compare(placeOf(scored), after) > 0)
  return {
    agendas: following.slice(0, plan.limit),
    total: matching.length,
    more: plan.limit > 0 && following.length > plan.limit
  }
}
