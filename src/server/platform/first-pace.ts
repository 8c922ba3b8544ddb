/** How much of the average the latest read makes up, and how many reads show how long the service usually takes. */
const latestShare = 0.2
const fewestReads = 5
/** Faster answers do not differ in what they say about the service, ms. */
const leastMs = 20

/**
 * The pace at which a service is read for the first time: up to `most` reads a second, and slower in the measure in which its answers
 * take more than twice as long as usual.
 */
export class FirstPace {
  readonly #most: number
  #reads = 0
  #averageMs = 0
  #usualMs = Number.POSITIVE_INFINITY

  constructor(most: number) {
    this.#most = most
  }

  /** Records how long a read took. */
  add(milliseconds: number): void {
    this.#averageMs =
      this.#reads++ === 0 ? milliseconds : this.#averageMs + latestShare * (milliseconds - this.#averageMs)
    if (this.#reads >= fewestReads) this.#usualMs = Math.min(this.#usualMs, this.#averageMs)
  }

  get perSecond(): number {
    if (this.#reads < fewestReads) return this.#most
    const slower = this.#averageMs / Math.max(this.#usualMs, leastMs)
    return slower < 2 ? this.#most : this.#most / slower
  }
}
