import { UpstreamError } from '../errors.ts'
import { bindStatus } from '../records.ts'
import type { Profile } from '../profile.ts'
import { address, clock, extensionsAddress } from './address.ts'
import { authentication, company, refusedToken, token, v5Read } from './credentials.ts'
import {
  absentNumber,
  boundNumber,
  detail,
  language,
  searchIdle,
  suggestions,
  unboundPage,
} from './numbers.ts'
import { base, largest, pages, search } from './paging.ts'
import { Probe, TooManyRequests, type CheckInput, type CheckOptions } from './probe.ts'
import { decidingOf, fail, skipped, type Exchange, type Outcome, type Proposal } from './step.ts'

/** A number of the service, for "are these yours?". */
interface SeenNumber {
  ext: string
  state: 'free' | 'bound' | 'unknown'
  agentName: string | null
}

export interface CheckResult {
  /** The given profile with all changes that the steps propose. */
  proposed: Profile
  /** Up to five numbers of the service. */
  numbers: SeenNumber[]
  /** All changes of the given profile, each with its evidence. */
  proposals: Proposal[]
}

/** @param needs a step is skipped when one of these failed for good, or was skipped */
type Step<Id> = readonly [id: Id, needs: NoInfer<Id>[], check: (probe: Probe) => Outcome | Promise<Outcome>]
const inOrder = <const Id extends string>(...table: Step<Id>[]) => table

const idle = { name: 'idlePage' } as const
const steps = inOrder(
  ['address', [], address],
  ['extensions-address', ['address'], extensionsAddress],
  ['clock', ['address'], clock],
  ['token', ['address'], token],
  ['time-zones', ['token'], v5Read],
  ['authentication', ['extensions-address', 'token'], authentication],
  ['company', ['authentication'], company],
  ['refused-token', ['company'], refusedToken],
  ['idle-page', ['company'], (probe) => pages(probe, idle)],
  ['first-page', ['idle-page'], (probe) => base(probe, idle)],
  ['page-size', ['first-page'], (probe) => largest(probe, idle)],
  ['search', ['page-size'], (probe) => search(probe, idle)],
  ['detail', ['first-page'], detail],
  ['absent-number', ['detail'], absentNumber],
  ['bound-number', ['detail'], boundNumber],
  ['search-idle', ['company'], searchIdle],
  ['unbound-page', ['company'], unboundPage],
  ['language', ['first-page'], language],
  ['suggestions', ['token'], suggestions],
  // A check creates nothing.
  ['creates', [], () => skipped('not-checked')],
)
export type StepId = (typeof steps)[number][0]

export interface CheckStep extends Outcome {
  id: StepId
  /** Every request of the step, in order: first as the profile says, then the others that were tried. */
  exchanges: Exchange[]
  /** The exchange that decided; null when nothing was sent. */
  decided: Exchange | null
  /** The changes that make the step pass: the following steps ran with them. */
  changes: Proposal[]
}

const mostNumbers = 5

/** Returns the numbers that the check looked up, then idle ones. */
function seenNumbers({ facts: { records, idle: numbers } }: Probe): SeenNumber[] {
  const stateOf = (value: number | null): SeenNumber['state'] =>
    value === bindStatus.free ? 'free' : value === bindStatus.bound ? 'bound' : 'unknown'
  const lookedUp = records.map(({ ext, bindStatus: value, agentName }) => ({
    ext: ext ?? '',
    state: stateOf(value),
    agentName,
  }))
  const others = numbers
    .filter((number) => !lookedUp.some(({ ext }) => ext === number))
    .map((ext) => ({ ext, state: 'free' as const, agentName: null }))
  return [...lookedUp, ...others].slice(0, mostNumbers).toSorted((a, b) => a.ext.localeCompare(b.ext))
}

async function outcomeOf([, needs, check]: Step<StepId>, probe: Probe, blocked: ReadonlySet<StepId>) {
  const missing = needs.find((id) => blocked.has(id))
  if (missing !== undefined) return skipped('needs', { step: missing })
  try {
    return await check(probe)
  } catch (error) {
    if (error instanceof TooManyRequests) return skipped('too-many-requests')
    // A number or an id that no path can carry.
    if (error instanceof UpstreamError) return fail(error.kind, { code: error.code ?? '' })
    throw error
  }
}

/**
 * Checks a service step by step: what works with its profile, and what would. Yields each step as it ends. Creates nothing, and
 * gets a token only when none works. Throws the signal's reason when it is aborted.
 */
export async function* checkService(
  input: CheckInput,
  options: CheckOptions = {},
): AsyncGenerator<CheckStep, CheckResult, undefined> {
  const probe = new Probe(input, options)
  const blocked = new Set<StepId>()
  const proposals: Proposal[] = []
  try {
    for (const step of steps) {
      const [id] = step
      probe.exchanges = []
      probe.changes = []
      probe.decided = null
      const decided = await outcomeOf(step, probe, blocked)
      const { exchanges, changes } = probe
      const [learned] = changes
      // A step that passed by what it learned fails with the given profile.
      const outcome =
        decided.result !== 'fail' && learned !== undefined
          ? fail(learned.finding, { value: String(learned.to) }, learned.key)
          : decided
      const { result, finding } = outcome
      const isSolved = changes.some((change) => change.finding === finding)
      // A short list leaves the pages untested, not its numbers.
      const isUntested = result === 'skipped' && finding !== 'too-few-rows'
      if ((result === 'fail' && !isSolved) || isUntested) blocked.add(id)
      yield {
        id,
        ...outcome,
        exchanges,
        decided: probe.decided ?? decidingOf(outcome, exchanges),
        changes: changes.map(({ finding: _finding, ...proposal }) => proposal),
      }
      // A later step may change the same key again.
      for (const { finding: _finding, ...proposal } of changes) {
        const at = proposals.findIndex(({ key }) => key === proposal.key)
        if (at < 0) proposals.push(proposal)
        else proposals[at] = { ...proposal, from: proposals[at]?.from }
      }
    }
    return { proposed: probe.profile, numbers: seenNumbers(probe), proposals }
  } finally {
    await probe.close()
  }
}
