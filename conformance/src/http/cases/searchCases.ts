import * as Effect from "effect/Effect"
import { at } from "../answer/at.js"
import { check, checkLike, checkSame, need, page, sampleOf, uidAt } from "../check/checks.js"
import { isPlain, plain } from "../check/folding.js"
import { casesOf } from "../run/HttpCase.js"

/** A long word of a title, and the event that has it. */
const drawnWord = (events: ReadonlyArray<unknown>) => {
  for (const event of events) {
    const titles = Object.values(Object(at(event, "title"))).filter((text): text is string => typeof text === "string")
    const word = titles.flatMap((title) => title.split(/[^\p{L}\p{N}]+/u)).find((one) => one.length >= 7 && isPlain(one))
    if (word !== undefined) return { event, word }
  }
  return null
}

/** Text search. */
export const searchCases = casesOf("read", "search", [
  ["title", "wire.md §6, Search", "a word of a title finds its event, in any case and without accents", (target) =>
    Effect.gen(function*() {
      const found = drawnWord((yield* sampleOf(target)).events)
      yield* need(found !== null, "an event whose title has a word of 7 letters")
      if (found === null) return
      for (const word of [found.word, found.word.toUpperCase(), plain(found.word)]) {
        const { answer, uids } = yield* page(target, `search=${encodeURIComponent(word)}&size=300`)
        yield* checkLike("the list", answer.body, { sort: "score" })
        yield* check(uids.includes(uidAt(found.event)), `search=${word}`, `the event ${uidAt(found.event)}`, uids)
      }
    })],
  ["prefix", "wire.md §6, Search", "the last word also matches as a prefix", (target) =>
    Effect.gen(function*() {
      const found = drawnWord((yield* sampleOf(target)).events)
      yield* need(found !== null, "an event whose title has a word of 7 letters")
      if (found === null) return
      const { uids } = yield* page(target, `search=${encodeURIComponent(found.word.slice(0, 5))}&size=300`)
      yield* check(uids.includes(uidAt(found.event)), `search=${found.word.slice(0, 5)}`, `the event ${uidAt(found.event)}`, uids)
    })],
  ["all-words", "wire.md §6, Search", "all words must match", (target) =>
    Effect.gen(function*() {
      const found = drawnWord((yield* sampleOf(target)).events)
      yield* need(found !== null, "an event whose title has a word of 7 letters")
      const { total } = yield* page(target, `search=${encodeURIComponent(`${found?.word ?? ""} xyzzyqwertyplugh`)}`)
      yield* check(total === 0, "a word beside one that no text has", 0, total)
    })],
  ["any-value", "wire.md §6, Search", "of several search values any may match", (target) =>
    Effect.gen(function*() {
      const found = drawnWord((yield* sampleOf(target)).events)
      yield* need(found !== null, "an event whose title has a word of 7 letters")
      const word = encodeURIComponent(found?.word ?? "")
      const one = yield* page(target, `search=${word}&size=300`)
      const both = yield* page(target, `search[]=${word}&search[]=xyzzyqwertyplugh&size=300`)
      yield* checkSame("two search values", both.uids, one.uids)
    })],
  [
    "wordless",
    "wire.md §6, Search",
    "a search without letters and digits finds nothing",
    (target) =>
      Effect.forEach(
        ["%", '""', "🎷"],
        (text) =>
          Effect.flatMap(page(target, `search=${encodeURIComponent(text)}`), ({ total }) => check(total === 0, `search=${text}`, 0, total)),
        {
          discard: true
        }
      )
  ],
  [
    "score",
    "wire.md §6, Search; service.md, includeSort",
    "events come by score, best first, which includeSort shows",
    (target) =>
      Effect.gen(function*() {
        const found = drawnWord((yield* sampleOf(target)).events)
        yield* need(found !== null, "an event whose title has a word of 7 letters")
        const { events } = yield* page(target, `search=${encodeURIComponent(found?.word ?? "")}&includeSort=1&size=300`)
        const scores = events.map((event) => Number(at(event, "sort", 0, "value")))
        const wrong = scores.filter((score, index) => !Number.isFinite(score) || score > (scores[index - 1] ?? score))
        yield* check(wrong.length === 0, "the scores", "numbers, best first", scores)
      })
  ],
  ["threshold", "service.md, threshold", "threshold keeps the events with this score or a higher one", (target) =>
    Effect.gen(function*() {
      const found = drawnWord((yield* sampleOf(target)).events)
      yield* need(found !== null, "an event whose title has a word of 7 letters")
      const word = encodeURIComponent(found?.word ?? "")
      const { events } = yield* page(target, `search=${word}&includeSort=1&size=300`)
      const best = Number(at(events[0], "sort", 0, "value"))
      const kept = yield* page(target, `search=${word}&threshold=${best}&size=300`)
      yield* checkSame(`threshold=${best}`, kept.uids, events.filter((event) => at(event, "sort", 0, "value") === best).map(uidAt))
      const none = yield* page(target, `search=${word}&threshold=${best + 1}`)
      yield* check(none.total === 0, `threshold=${best + 1}`, 0, none.total)
    })]
])
