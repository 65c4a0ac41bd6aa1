import { expect, it } from "vitest"
import { RequestQueue } from "../../src/node/RequestQueue.js"

/**
 * A queue on an event loop that turns when it is told to, where each request takes `work_ms`, and is over at once or
 * when it is ended.
 */
const queueOf = (work_ms: number, isOverAtOnce = true) => {
  let now = 0
  let turns: Array<() => void> = []
  const queue = new RequestQueue({ wait_ms_max: 2_000, length_max: 1_000 }, {
    now: () => now,
    nextTurn: (run) => turns.push(run),
    later: (run) => turns.push(run)
  })
  const log: Array<string> = []
  const over = new Set<string>()
  const arriving = new Set<string>()
  return {
    log,
    arriving,
    enter: (name: string, lane?: "stale") =>
      queue.enter({
        start: () => {
          now += work_ms
          log.push(name)
          if (isOverAtOnce) over.add(name)
        },
        refuse: () => log.push(`${name} refused`),
        isOver: () => over.has(name),
        isWaiting: () => arriving.has(name)
      }, lane),
    accept: () => queue.accepted(),
    end: (name: string) => {
      over.add(name)
      queue.proceed()
    },
    pass: (ms: number) => {
      now += ms
    },
    turn: () => {
      const due = turns
      turns = []
      due.forEach((run) => run())
      return due.length > 0
    }
  }
}

const names = (count: number) => Array.from({ length: count }, (_, index) => `${index}`)

it("starts requests at once while a turn of the event loop is short", () => {
  const { enter, log } = queueOf(0.1)
  names(50).forEach((name) => enter(name))
  expect(log).toEqual(names(50))
})

it("starts one request a turn, in the order in which they came, where they take long", () => {
  const { enter, log, turn } = queueOf(20)
  names(5).forEach((name) => enter(name))
  expect(log).toEqual(["0"])
  turn()
  expect(log).toEqual(["0", "1"])
  while (turn());
  expect(log).toEqual(names(5))
})

it("starts as many of those that wait in one turn as fit into it", () => {
  const { enter, log, turn } = queueOf(3)
  names(10).forEach((name) => enter(name))
  expect(log).toEqual(names(4))
  turn()
  expect(log).toEqual(names(8))
  turn()
  expect(log).toEqual(names(10))
})

it("starts a later request behind those that wait", () => {
  const { enter, log, turn } = queueOf(20)
  names(3).forEach((name) => enter(name))
  turn()
  enter("later")
  while (turn());
  expect(log).toEqual(["0", "1", "2", "later"])
})

it("has ten requests under way at once, and those beside that take longer than a second", () => {
  const { end, enter, log, pass, turn } = queueOf(0.1, false)
  names(40).forEach((name) => enter(name))
  for (let count = 0; count < 10; count++) turn()
  expect(log).toEqual(names(10))
  end("3")
  for (let count = 0; count < 10; count++) turn()
  expect(log).toEqual(names(11))
  pass(1_001)
  for (let count = 0; count < 50; count++) turn()
  expect(log).toEqual(names(21))
})

it("starts new requests in alternation with those whose cached response became stale", () => {
  const { enter, log, turn } = queueOf(20)
  enter("busy")
  names(4).forEach((name) => enter(`stale ${name}`, "stale"))
  names(2).forEach((name) => enter(name))
  while (turn());
  expect(log.slice(0, 5).filter((name) => !name.startsWith("stale"))).toEqual(["busy", "0", "1"])
  expect(log.slice(5)).toEqual(["stale 2", "stale 3"])
})

it("refuses those that wait for twice the limit, and no one of a few", () => {
  const { enter, log, turn } = queueOf(100)
  names(200).forEach((name) => enter(name))
  while (turn());
  const started = log.filter((line) => !line.includes("refused"))
  expect(log).toHaveLength(200)
  expect(started.slice(0, 40)).toEqual(names(40))
  expect(started.length).toBeLessThan(80)
})

it("refuses new ones at once while the oldest has waited too long", () => {
  const { enter, log, pass, turn } = queueOf(1)
  pass(0)
  enter("busy")
  pass(50)
  names(40).forEach((name) => enter(name))
  pass(2_001)
  enter("late")
  expect(log).toEqual(["busy", "late refused"])
  while (turn());
  expect(log).toEqual(["busy", "late refused", ...names(40)])
})

it("refuses nobody when the event loop was held for long and few wait", () => {
  const { enter, log, pass, turn } = queueOf(1)
  enter("first")
  pass(50)
  names(10).forEach((name) => enter(name))
  pass(60_000)
  enter("last")
  while (turn());
  expect(log).toEqual(["first", ...names(10), "last"])
})

it("holds no more than so many", () => {
  const { enter, log } = queueOf(20)
  names(1_010).forEach((name) => enter(name))
  expect(log.filter((line) => line.includes("refused"))).toEqual(names(1_010).slice(1_001).map((name) => `${name} refused`))
})

it("starts no request in a turn in which a connection is accepted, nor in the next", () => {
  const { accept, enter, log, turn } = queueOf(5)
  for (let count = 0; count < 10; count++) {
    accept()
    enter(`${count}`)
    turn()
  }
  expect(log).toEqual([])
  while (turn());
  expect(log).toEqual(names(10))
})

it("starts requests again after a while, though connections are still accepted", () => {
  const { accept, enter, log, pass, turn } = queueOf(5)
  for (let count = 0; count < 300; count++) {
    accept()
    enter(`${count}`)
    pass(1)
    turn()
  }
  expect(log.length).toBeGreaterThan(10)
  expect(log).toEqual(names(log.length))
})

it("counts a request whose body has arrived since it was started", () => {
  const { arriving, enter, log, turn } = queueOf(0.1, false)
  names(12).forEach((name) => arriving.add(name))
  names(12).forEach((name) => enter(name))
  expect(log).toEqual(names(12))
  arriving.clear()
  enter("later")
  for (let count = 0; count < 10; count++) turn()
  expect(log).toEqual(names(12))
})

it("starts requests again after a while, though a connection is accepted in every second turn", () => {
  const { accept, enter, log, pass, turn } = queueOf(5)
  for (let count = 0; count < 300; count++) {
    if (count % 2 === 0) accept()
    if (count % 2 === 0) enter(`${count / 2}`)
    pass(1)
    turn()
  }
  expect(log.length).toBeGreaterThan(10)
})
