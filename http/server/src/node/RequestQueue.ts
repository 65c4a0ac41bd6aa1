/** A request that waits to be started. */
export interface QueuedRequest {
  readonly start: () => void
  /** Answers that the server is busy. */
  readonly refuse: () => void
  /** Whether it is answered, or its client has gone. */
  readonly isOver: () => boolean
  /** Whether it waits for its body or for other work, so that it needs no CPU and does not count as worked on. */
  readonly isWaiting: () => boolean
}

interface Waiting {
  readonly request: QueuedRequest
  /** When it came, in milliseconds of `now`. */
  readonly since: number
}

/** When the queue refuses. */
export interface QueueLimits {
  /** Milliseconds that a request may wait before it is started. */
  readonly wait_ms_max: number
  /** Requests that may wait at once. */
  readonly length_max: number
}

/** What the queue reads the time by, and how it lets the event loop turn. */
export interface QueueTiming {
  /** Milliseconds of a monotonic clock. */
  readonly now: () => number
  readonly nextTurn: (run: () => void) => void
  /** Runs later, when nothing was over for a while. */
  readonly later: (run: () => void) => void
}

/** How often it is looked whether a request may be started, when none that is worked on was over meanwhile. */
const check_ms = 50

const eventLoop: QueueTiming = {
  now: () => performance.now(),
  nextTurn: (run) => {
    setImmediate(run)
  },
  later: (run) => {
    setTimeout(run, check_ms)
  }
}

/** Requests that are worked on at once. */
const active_max = 10

/** A request that takes longer waits for something else than this process, and does not count as worked on any more. */
const active_ms_max = 1_000

/** Milliseconds of one turn of the event loop in which requests are started. */
const turn_ms_max = 10

/**
 * Milliseconds in which connections are accepted before requests are started again, for as long, though more
 * connections wait.
 */
const accept_ms_max = 100

/**
 * With fewer requests than this waiting, none is refused: one client alone is never too many, however long the event
 * loop was held.
 */
const crowd_min = 32

/**
 * Starts requests so that few are worked on at once, and in one turn of the event loop only as many as fit into a few
 * milliseconds, or one. What else comes meanwhile, such as a health check, waits for those few and not for all. Where
 * the oldest has waited too long, new ones are refused at once, and so is one that has itself waited for twice as long.
 *
 * There are two lanes, each in the order in which requests came, and their requests are started in alternation. One is
 * for requests whose cached response became stale: a write makes many of those at once, and the others do not wait
 * behind all of them.
 */
export class RequestQueue {
  readonly #limits: QueueLimits
  readonly #timing: QueueTiming
  #lane: Array<Waiting> = []
  #otherLane: Array<Waiting> = []
  readonly #lanes = { new: this.#lane, stale: this.#otherLane }
  /** The requests that were started, with when they began to count; null while one waits. */
  readonly #active = new Map<QueuedRequest, number | null>()
  /** When this turn of the event loop began to start requests; null: it has not. */
  #turnBegan: number | null = null
  #isTurning = false
  #isChecking = false
  /** When connections began to be accepted turn after turn; null: none was accepted in this turn or the last. */
  #acceptingSince: number | null = null
  #hasAccepted = false
  /** Since when no request was started because connections are accepted; null when none waits for that. */
  #heldSince: number | null = null
  /** Until when requests are started though connections are accepted. */
  #openUntil = 0

  constructor(limits: QueueLimits, timing: QueueTiming = eventLoop) {
    this.#limits = limits
    this.#timing = timing
  }

  /** Requests that wait. */
  get length(): number {
    return this.#lane.length + this.#otherLane.length
  }

  /**
   * Notes that a connection was accepted. The event loop accepts one a turn: with a request started in each, a health
   * check on a new connection would wait for as many requests as connections came before it.
   */
  accepted(): void {
    this.#hasAccepted = true
    if (this.#acceptingSince === null) {
      this.#acceptingSince = this.#timing.now()
      this.#watchAccepting()
    }
  }

  /** Forgets about accepting after a turn in which nothing was accepted. */
  #watchAccepting(): void {
    this.#hasAccepted = false
    // The first of these runs in the turn of the connection, the second behind what the next turn accepts.
    this.#timing.nextTurn(() =>
      this.#timing.nextTurn(() => {
        if (this.#hasAccepted) this.#watchAccepting()
        else this.#acceptingSince = null
      })
    )
  }

  /** Whether requests wait while connections are accepted. */
  #isAccepting(now: number): boolean {
    if (this.#acceptingSince === null || now < this.#openUntil) return false
    this.#heldSince ??= now
    if (now - this.#heldSince < accept_ms_max) return true
    this.#openUntil = now + accept_ms_max
    return false
  }

  /** Starts a request now or later, or refuses it. */
  enter(request: QueuedRequest, lane: "new" | "stale" = "new"): void {
    const now = this.#timing.now()
    const isFree = this.length === 0 && !this.#isTurning && !this.#isAccepting(now)
    if (isFree && this.#hasTime(now) && this.#hasRoom(now)) return this.#start(request, now)
    const { [lane]: waiting } = this.#lanes
    const [oldest] = waiting
    const isLate = oldest !== undefined && this.length >= crowd_min && now - oldest.since > this.#limits.wait_ms_max
    if (isLate || this.length >= this.#limits.length_max) return request.refuse()
    waiting.push({ request, since: now })
    this.proceed()
  }

  /** Starts what waits, where there is room. To be called when a request is over. */
  proceed(): void {
    if (this.length === 0 || this.#isTurning) return
    this.#isTurning = true
    this.#timing.nextTurn(() => {
      this.#isTurning = false
      this.#startNext()
    })
  }

  #startNext(): void {
    this.#refuseOverdue(this.#timing.now())
    for (let now = this.#timing.now(); this.#hasTime(now); now = this.#timing.now()) {
      if (!this.#hasRoom(now)) return this.#check()
      if (this.#isAccepting(now)) break
      const first = this.#take()
      if (first === undefined) return
      this.#start(first.request, now)
    }
    this.proceed()
  }

  #refuseOverdue(now: number): void {
    for (const lane of [this.#lane, this.#otherLane]) {
      for (let [first] = lane; first !== undefined && this.length >= crowd_min; [first] = lane) {
        if (now - first.since <= 2 * this.#limits.wait_ms_max) break
        lane.shift()
        first.request.refuse()
      }
    }
  }

  /** Looks again later: what is worked on may be over, or no longer count, without telling. */
  #check(): void {
    if (this.#isChecking) return
    this.#isChecking = true
    this.#timing.later(() => {
      this.#isChecking = false
      this.proceed()
    })
  }

  #start(request: QueuedRequest, now: number): void {
    this.#heldSince = null
    this.#active.set(request, request.isWaiting() ? null : now)
    request.start()
  }

  /** Whether this turn of the event loop has been short so far. */
  #hasTime(now: number): boolean {
    if (this.#turnBegan === null) {
      this.#turnBegan = now
      this.#timing.nextTurn(() => {
        this.#turnBegan = null
      })
    }
    return now - this.#turnBegan < turn_ms_max
  }

  #hasRoom(now: number): boolean {
    if (this.#active.size < active_max) return true
    let count = 0
    for (const [request, since] of this.#active) {
      if (request.isOver() || (since !== null && now - since > active_ms_max)) this.#active.delete(request)
      else if (!request.isWaiting()) {
        count++
        if (since === null) this.#active.set(request, now)
      }
    }
    return count < active_max
  }

  #take(): Waiting | undefined {
    const lane = this.#lane
    this.#lane = this.#otherLane
    this.#otherLane = lane
    return this.#lane.shift() ?? this.#otherLane.shift()
  }
}
