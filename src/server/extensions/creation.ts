import { setTimeout as sleep } from 'node:timers/promises'
import * as z from 'zod'
import {
  createExtension,
  createExtensionLegacy,
  type Creation,
  type NewExtension,
} from '#contract/extensions.ts'
import { problemCodes } from '#contract/problem.ts'
import { bindStatus } from '#upstream/assumptions.ts'
import { UpstreamError } from '#upstream/errors.ts'
import type { NumberedExtension, Upstream } from '#upstream/upstream.ts'
import type { AppDeps } from '../app.ts'
import { idempotencyKeyOf } from '../http/idempotency.ts'
import { actorOf, type Mount } from '../http/mount.ts'
import { ProblemError, isNotFound, toProblem } from '../http/problems.ts'
import { toExtension } from './records.ts'
import type { Actor } from '../store/audit-store.ts'
import type { Begun, CreationIntent, StoredCreation } from '../store/creation-store.ts'

/** Refusals that mean "not now": nothing was done and the same key may try again. */
const passing: readonly string[] = [
  'upstream-unreachable',
  'upstream-busy',
  'upstream-paused',
  'upstream-token',
  'upstream-credentials',
  'upstream-clock',
  'upstream-certificate',
]

const storedProblem = z.object({
  code: z.enum(problemCodes),
  upstreamCode: z.string().nullable(),
  message: z.string().nullable(),
})

type Operation = CreationIntent['operation']

/** Creates an extension once, whatever is lost on the way (design 6.3, trust 3.5). */
export function createCreations({
  upstream,
  creations,
  audit,
  log,
  timings,
}: Pick<AppDeps, 'creations' | 'audit' | 'log' | 'timings'> & {
  upstream: Pick<Upstream, 'getExtension' | 'createExtension' | 'createExtensionLegacy'>
}) {
  const running = new Map<string, Promise<Creation>>()

  /** The extension as the service shows it, null when it does not (yet). Throws when it cannot be asked. */
  async function lookUp(ext: string): Promise<NumberedExtension | null> {
    try {
      return (await upstream.getExtension({ ext })).data
    } catch (error) {
      if (error instanceof UpstreamError && isNotFound(error)) return null
      throw error
    }
  }

  function outcome(state: Creation['state'], input: NewExtension, found: NumberedExtension | null): Creation {
    const bound = found?.bindStatus === bindStatus.bound
    const asked = input.agentID !== undefined && found !== null
    return {
      state,
      ext: input.ext,
      extension: found === null ? null : toExtension(found),
      // A work number cannot be compared with a uuid; the number was absent before, so whoever is bound was asked for.
      boundAsAsked: asked ? bound && (input.agentType !== '1' || found.agentUuid === input.agentID) : null,
      warnings: [],
    }
  }

  async function readBack(
    id: string,
    input: NewExtension,
    state: 'accepted' | 'in-doubt',
  ): Promise<Creation> {
    await creations.finish(id, state)
    for (const wait of timings.creationLookUpsMs) {
      await sleep(wait)
      const found = await lookUp(input.ext).catch(() => null)
      if (found === null) continue
      await creations.finish(id, 'created')
      return outcome('created', input, found)
    }
    return outcome(state, input, null)
  }

  async function refuse(id: string, error: unknown): Promise<never> {
    const { code, detail } = toProblem(error)
    if (passing.includes(code) || code === 'internal') await creations.forget(id)
    else
      await creations.finish(
        id,
        'refused',
        JSON.stringify({
          code,
          upstreamCode: detail.upstream?.code ?? null,
          message: detail.upstream?.message ?? null,
        }),
      )
    throw error
  }

  async function create(
    id: string,
    operation: Operation,
    input: NewExtension,
    actor: Actor,
  ): Promise<Creation> {
    const note = (phase: 'intent' | 'outcome', result: string | null) =>
      audit.write([{ actor, action: 'extension.create', object: input.ext, phase, result }])
    // "Absent before" is what later lets a number found by look-up be called ours.
    const before = await lookUp(input.ext).catch(async (error: unknown) => {
      await creations.forget(id)
      throw error
    })
    if (before !== null)
      return refuse(
        id,
        new ProblemError('extension-exists', { taken: await creations.takenBy(input.ext, id) }),
      )
    const send = async (): Promise<{ error: unknown; definite: boolean } | null> => {
      await note('intent', null).catch(async () => {
        await creations.forget(id)
        throw new ProblemError('unavailable')
      })
      try {
        await (operation === 'create_extension'
          ? upstream.createExtension(input)
          : upstream.createExtensionLegacy(input))
      } catch (error) {
        const definite = error instanceof UpstreamError && error.certainlyNotDone
        await note('outcome', definite ? toProblem(error).code : 'in-doubt')
        return { error, definite }
      }
      await note('outcome', 'accepted')
      return null
    }
    // The browser may have its answer long before: a console that stops waits for this.
    const failure = await audit.during(send())
    if (failure?.definite === true) return refuse(id, failure.error)
    return readBack(id, input, failure === null ? 'accepted' : 'in-doubt')
  }

  /** The same key again: the outcome on record, looked up anew; never a second request. */
  async function revisit(
    { id, state, problem }: StoredCreation,
    operation: Operation,
    input: NewExtension,
  ): Promise<Creation> {
    const joined = running.get(id)
    if (joined !== undefined) return joined
    if (state === 'refused') {
      const { code, upstreamCode, message } = storedProblem.parse(JSON.parse(problem ?? '{}'))
      throw new ProblemError(code, {
        ...(upstreamCode === null ? {} : { upstream: { operation, code: upstreamCode, message } }),
        ...(code === 'extension-exists' ? { taken: await creations.takenBy(input.ext, id) } : {}),
      })
    }
    const found = state === 'sending' ? null : await lookUp(input.ext).catch(() => null)
    if (found !== null) {
      await creations.finish(id, 'created')
      return outcome('created', input, found)
    }
    return outcome(state === 'created' || state === 'accepted' ? 'accepted' : 'in-doubt', input, null)
  }

  /** Writes the intent, or finds the one on record; one that another replica is sending is waited for until `until`. */
  async function begin(intent: CreationIntent, until: number): Promise<Begun> {
    for (;;) {
      const begun = await creations.begin(intent)
      if (begun.kind === 'number-under-way' && (await creations.abandon(intent.ext))) continue
      const elsewhere =
        begun.kind === 'known' && begun.creation.state === 'sending' && !running.has(begun.creation.id)
      if (!elsewhere || performance.now() > until) return begun
      await sleep(timings.creationPollMs)
    }
  }

  /** The work's end, or what is known of it when the browser must be answered. */
  async function inTime(
    id: string,
    input: NewExtension,
    work: Promise<Creation>,
    until: number,
  ): Promise<Creation> {
    const timer = new AbortController()
    const late = sleep(Math.max(until - performance.now(), 0), undefined, { signal: timer.signal }).then(
      async () =>
        outcome((await creations.stateOf(id)) === 'accepted' ? 'accepted' : 'in-doubt', input, null),
    )
    return Promise.race([work, late]).finally(() => timer.abort())
  }

  return async (
    operation: Operation,
    input: NewExtension,
    actor: Actor,
    idempotencyKey: string,
  ): Promise<Creation> => {
    const until = performance.now() + timings.creationAnswerMs
    const begun = await begin(
      {
        userId: actor.id,
        idempotencyKey,
        operation,
        ext: input.ext,
        body: JSON.stringify([operation, input]),
      },
      until,
    )
    switch (begun.kind) {
      case 'key-reused':
        throw new ProblemError('key-reused')
      case 'number-under-way':
        throw new ProblemError('creation-in-progress', { taken: await creations.takenBy(input.ext, null) })
      case 'known':
        return inTime(begun.creation.id, input, revisit(begun.creation, operation, input), until)
      case 'new': {
        const work = create(begun.id, operation, input, actor).finally(() => running.delete(begun.id))
        running.set(begun.id, work)
        // The browser may be gone by then; what went wrong is in the ledger.
        work.catch(() => log.event(`creation ${begun.id} was refused`))
        return inTime(begun.id, input, work, until)
      }
    }
  }
}

export function mountCreation({ mount }: Mount, deps: AppDeps): void {
  const create = createCreations(deps)
  mount(createExtension, (call) =>
    create('create_extension', call.body, actorOf(call), idempotencyKeyOf(call.header)),
  )
  mount(createExtensionLegacy, async (call) => {
    const { legacyCreate } = await deps.settings.read()
    if (!legacyCreate) throw new ProblemError('feature-off')
    return create('create_extension_legacy', call.body, actorOf(call), idempotencyKeyOf(call.header))
  })
}
