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
import {
  decidingOf,
  fail,
  skipped,
  type CheckStep,
  type Outcome,
  type Proposal,
  type StepId,
} from './step.ts'

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

interface Step {
  id: StepId
  /** Skipped when one of these failed for good, or was skipped. */
  needs: StepId[]
  check: (probe: Probe) => Promise<Outcome>
}

const idle = { name: 'idlePage' } as const
const steps: readonly Step[] = [
  { id: 'address', needs: [], check: address },
  { id: 'extensions-address', needs: ['address'], check: extensionsAddress },
  { id: 'clock', needs: ['address'], check: clock },
  { id: 'token', needs: ['address'], check: token },
  { id: 'time-zones', needs: ['token'], check: v5Read },
  { id: 'authentication', needs: ['extensions-address', 'token'], check: authentication },
  { id: 'company', needs: ['authentication'], check: company },
  { id: 'refused-token', needs: ['company'], check: refusedToken },
  { id: 'idle-page', needs: ['company'], check: (probe) => pages(probe, idle) },
  { id: 'first-page', needs: ['idle-page'], check: (probe) => base(probe, idle) },
  { id: 'page-size', needs: ['first-page'], check: (probe) => largest(probe, idle) },
  { id: 'search', needs: ['page-size'], check: (probe) => search(probe, idle) },
  { id: 'detail', needs: ['first-page'], check: detail },
  { id: 'absent-number', needs: ['detail'], check: absentNumber },
  { id: 'bound-number', needs: ['detail'], check: boundNumber },
  { id: 'search-idle', needs: ['company'], check: searchIdle },
  { id: 'unbound-page', needs: ['company'], check: unboundPage },
  { id: 'language', needs: ['first-page'], check: language },
  { id: 'suggestions', needs: ['token'], check: suggestions },
  // A check creates nothing.
  { id: 'creates', needs: [], check: () => Promise.resolve(skipped('not-checked')) },
]

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
  return [...lookedUp, ...others]
    .slice(0, mostNumbers)
    .toSorted((one, other) => one.ext.localeCompare(other.ext))
}

async function outcomeOf({ needs, check }: Step, probe: Probe, blocked: ReadonlySet<StepId>) {
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
      if ((result === 'fail' && !isSolved) || isUntested) blocked.add(step.id)
      yield {
        id: step.id,
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
