import { ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { openConsole } from './compose.ts'
import type { Fetch } from './platform/http/listen.ts'
import type { ServiceSwitch } from './service/open.ts'

type Console = Awaited<ReturnType<typeof openConsole>>

interface Serving {
  console: Console
  /** Requests whose answers have not been sent completely. */
  unanswered: Set<Request>
}

export interface RunningOptions {
  /** Opens a console with the connection of the environment, the store or the sandbox. */
  open: (switching: ServiceSwitch, replaces: boolean) => Promise<Console>
  onFault: (error: unknown) => void
  /** How often to look for a change that another process saved. */
  followMs: number
  /** The longest time that a replaced console gets to answer its requests. */
  graceMs: number
}

/** How often the end of the requests is looked for, ms. */
const lookMs = 20

/**
 * The console that answers requests. When the saved connection to the service changes, opens another console with it, which
 * answers from then on, and closes the one before after its last request. When the other one fails to open, goes on.
 */
export class RunningConsole {
  readonly #open: (replaces: boolean) => Promise<Console>
  readonly #options: RunningOptions
  readonly #retiring = new Set<Promise<void>>()
  #serving: Serving
  #following: Promise<void> = Promise.resolve()
  #notOpenedSince: number | null = null
  #timer: NodeJS.Timeout | undefined
  #isStopped = false

  private constructor(
    first: Console,
    open: (replaces: boolean) => Promise<Console>,
    options: RunningOptions,
  ) {
    this.#serving = { console: first, unanswered: new Set() }
    this.#open = open
    this.#options = options
  }

  /** Opens the first console. Rejects when it fails to open. */
  static async start(options: RunningOptions): Promise<RunningConsole> {
    let running: RunningConsole | null = null
    const switching: ServiceSwitch = {
      follow: async () => running?.follow(),
      notOpenedSince: () => running?.notOpenedSince ?? null,
    }
    const open = (replaces: boolean) => options.open(switching, replaces)
    running = new RunningConsole(await open(false), open, options)
    running.#timer = setInterval(() => void running.follow(), options.followMs).unref()
    return running
  }

  get console(): Console {
    return this.#serving.console
  }

  get notOpenedSince(): number | null {
    return this.#notOpenedSince
  }

  readonly fetch: Fetch = (request, env) => {
    const { console, unanswered } = this.#serving
    if ('outgoing' in env && env.outgoing instanceof ServerResponse) {
      unanswered.add(request)
      env.outgoing.once('close', () => unanswered.delete(request))
    }
    return console.fetch(request, env)
  }

  /** Opens the saved connection if it has changed. Resolves once the console with it serves, or has failed to open. */
  follow(): Promise<void> {
    this.#following = this.#following.then(() => this.#followNow())
    return this.#following
  }

  async #followNow(): Promise<void> {
    const before = this.#serving
    const { openedVersion, savedVersion } = before.console
    // While the store is down, nothing can be opened.
    const version = await savedVersion().catch(() => openedVersion)
    if (this.#isStopped || version === openedVersion) return
    const console = await this.#opened()
    if (console === null) return
    if (this.#isStopped) {
      await console.close()
      return
    }
    this.#serving = { console, unanswered: new Set() }
    const retiring = this.#retire(before).catch(this.#options.onFault)
    this.#retiring.add(retiring)
    void retiring.finally(() => this.#retiring.delete(retiring))
  }

  /** Opens a console with the saved connection. Returns null when that fails; it is tried again at the next look. */
  async #opened(): Promise<Console | null> {
    try {
      const console = await this.#open(true)
      this.#notOpenedSince = null
      return console
    } catch (error) {
      // One fault in the log is enough.
      if (this.#notOpenedSince === null) this.#options.onFault(error)
      this.#notOpenedSince ??= Date.now()
      return null
    }
  }

  /** Closes a console after its last request, or after the grace period. */
  async #retire({ console, unanswered }: Serving): Promise<void> {
    const stopped = console.stopJobs()
    const until = performance.now() + this.#options.graceMs
    while (unanswered.size > 0 && performance.now() < until) await sleep(lookMs)
    await stopped
    await console.close()
  }

  /** Stops following changes: `console` stays the same from here on. */
  stopFollowing(): void {
    this.#isStopped = true
    clearInterval(this.#timer)
  }

  /** Closes every console. */
  async close(): Promise<void> {
    this.stopFollowing()
    await this.#following
    await Promise.all([...this.#retiring, this.console.close()])
  }
}
