interface Turn {
  end: (canLeave: boolean) => void
  isBulk: boolean
}

/** While jobs wait, at most this many users' requests leave before one of theirs, so that users cannot stop a job for good. */
const usersInARow = 2

/**
 * Spaces the requests to one service by the profile's `limits.requestsPerSecond`: users' requests leave before those of jobs and
 * background work, each in order. A waiting request has not begun, so its deadline has not either.
 */
export class RequestPace {
  readonly #gapMs: number
  readonly #mostUsers: number
  readonly #waiting = new Set<Turn>()
  #nextAt = 0
  #usersInARow = 0
  #timer: NodeJS.Timeout | undefined

  /** @param mostUsers users' requests that may wait; a further one is refused */
  constructor(requestsPerSecond: number | null, mostUsers: number) {
    this.#gapMs = requestsPerSecond === null ? 0 : 1000 / requestsPerSecond
    this.#mostUsers = mostUsers
  }

  /** Users' requests that wait. */
  get users(): number {
    return [...this.#waiting].filter(({ isBulk }) => !isBulk).length
  }

  /** Returns whether no further request of a user may wait. */
  get isFull(): boolean {
    return this.#gapMs > 0 && this.users >= this.#mostUsers
  }

  /** Resolves with true when the request may leave, or with false once `signal` aborts or the pace closes. */
  turn(isBulk: boolean, signal: AbortSignal | undefined): Promise<boolean> {
    if (this.#gapMs === 0) return Promise.resolve(true)
    if (signal?.aborted === true) return Promise.resolve(false)
    return new Promise((resolve) => {
      const end = (canLeave: boolean) => {
        this.#waiting.delete(turn)
        signal?.removeEventListener('abort', abort)
        resolve(canLeave)
      }
      const abort = () => end(false)
      const turn: Turn = { end, isBulk }
      signal?.addEventListener('abort', abort, { once: true })
      this.#waiting.add(turn)
      this.#schedule()
    })
  }

  #schedule(): void {
    if (this.#timer !== undefined || this.#waiting.size === 0) return
    const now = performance.now()
    // A late timer does not slow the requests down: the next one leaves sooner, but never two at once after a break.
    if (this.#waiting.size === 1) this.#nextAt = Math.max(this.#nextAt, now)
    this.#timer = setTimeout(() => this.#release(), this.#nextAt - now)
  }

  #release(): void {
    this.#timer = undefined
    while (this.#waiting.size > 0 && this.#nextAt <= performance.now()) {
      this.#nextAt += this.#gapMs
      const turns = [...this.#waiting]
      const isBulkDue = this.#usersInARow >= usersInARow
      const next = turns.find(({ isBulk }) => isBulk === isBulkDue) ?? turns[0]
      this.#usersInARow = next?.isBulk === false ? this.#usersInARow + 1 : 0
      next?.end(true)
    }
    this.#schedule()
  }

  /** Ends every wait. */
  close(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    for (const { end } of this.#waiting) end(false)
  }
}
