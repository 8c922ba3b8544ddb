import pLimit from 'p-limit'
import { reasonOf } from '#contract/number-states.ts'
import type { ProblemCode } from '#contract/problem.ts'
import type { PairOutcome } from '#contract/reservations.ts'
import type { NumberedExtension } from '#upstream/records.ts'
import type { Console } from '../features.ts'
import { searchIdleList } from '../numbers/idle-look-up.ts'
import { shownBy } from '../numbers/shown.ts'
import { readPeople } from '../people/named.ts'
import type { SignedIn } from '../platform/http/caller.ts'
import { isAbort, toProblem } from '../platform/problems.ts'
import {
  reserveEntry,
  reserveFree,
  type FreeNumber,
  type NumberToReserve,
  type ReserveRequest,
} from './store-writes.ts'

/** Parallel reads per request. */
const readsAtOnce = 5
/** Timeout of the reads, in ms; later numbers get `upstream-timeout`. Keeps the response within the promised 12 s. */
const readMs = 8_000

/** Why a number cannot be reserved. */
type Refusal = Pick<PairOutcome, 'holder' | 'reason'> & { code: ProblemCode }

/** Reads the numbers and reserves the free ones. Writes each outcome to the audit, even when it throws. */
export async function reserveNumbers(
  console: Console,
  caller: SignedIn,
  request: ReserveRequest,
  numbers: readonly NumberToReserve[],
  signal: AbortSignal,
) {
  const inTime = AbortSignal.any([signal, AbortSignal.timeout(readMs)])
  try {
    const limited = await limitedAmong(console, caller, numbers)
    const results = await pLimit(readsAtOnce).map(numbers, async (number): ReturnType<typeof readNumber> =>
      limited.has(number.ext)
        ? { ...number, code: 'limited', holder: null, reason: null }
        : readNumber(console, number, inTime),
    )
    const free = results.flatMap((result) => ('code' in result ? [] : [result]))
    const refused = results.flatMap((result) => ('code' in result ? [result] : []))
    return { reserved: await reserveFree(console, request, free, refused), refused }
  } catch (error) {
    const code = isAbort(error) ? 'cancelled' : toProblem(error).code
    // The reservation's own error says more than one of the audit.
    await console.audit
      .write(numbers.map((number) => reserveEntry(request.actor, number, 'outcome', code)))
      .catch(() => undefined)
    throw error
  }
}

/** Returns the numbers that the caller may not reserve: of another pool, or for a person of another department. */
async function limitedAmong(
  { limits }: Console,
  caller: SignedIn,
  numbers: readonly NumberToReserve[],
): Promise<ReadonlySet<string>> {
  if (caller.limit === undefined) return new Set()
  const idOf = ({ agentUuid, colleagueId }: NumberToReserve) => agentUuid ?? colleagueId ?? ''
  const [own, people] = await Promise.all([
    limits.freeNumbersFor(
      caller,
      numbers.map(({ ext }) => ext),
    ),
    limits.peopleFor(caller, numbers.map(idOf)),
  ])
  const isFor = (number: NumberToReserve) =>
    number.colleague === null
      ? people.has(idOf(number))
      : limits.includesDepartment(caller, number.colleague.department ?? null)
  return new Set(numbers.flatMap((number) => (own.has(number.ext) && isFor(number) ? [] : [number.ext])))
}

/** Reads a number from the service (operation 7). Returns it when it is free, or else why it cannot be reserved. */
async function readNumber(
  console: Console,
  number: NumberToReserve,
  signal: AbortSignal,
): Promise<FreeNumber | (NumberToReserve & Refusal)> {
  const { upstream, database } = console
  const nothing = { ...number, holder: null, reason: null }
  const at = database.clock()
  try {
    const { data } = await upstream.getExtension({ ext: number.ext }, { signal })
    const shown = shownBy(data)
    if (shown === 'unclear') return { ...nothing, code: 'binding-unknown' }
    if (shown !== 'free') return { ...nothing, code: 'extension-bound', holder: shown.holder }
    const { domain, langCodeTxt } = data
    return { ...number, ...((await refusalOf(console, data, signal)) ?? { at, domain, langCodeTxt }) }
  } catch (error) {
    if (isAbort(signal.reason)) throw signal.reason
    return { ...nothing, code: signal.aborted ? 'upstream-timeout' : toProblem(error).code }
  }
}

/** Returns why a number that is not bound cannot be reserved, or `null` when the idle list has it. */
async function refusalOf(
  { numbers, upstream, database, account }: Console,
  record: NumberedExtension,
  signal: AbortSignal,
): Promise<Refusal | null> {
  const { ext, currentUsingAgentUuid: user } = record
  const state = (await numbers.statesOf([ext])).get(ext)
  if (state === 'free' || state === 'reserved') return null
  const { isListed } = await searchIdleList(upstream, ext, { signal })
  const reason = reasonOf(record)
  // Without an answer about this number, the last scan and the record decide.
  if (isListed ?? (state !== 'unavailable' && reason === null)) return null
  const agentName =
    user === null ? null : ((await readPeople(database.db, account, [user])).get(user)?.name ?? null)
  const holder = reason === 'in-use' ? { agentUuid: user, agentName, since: null } : null
  return { code: 'extension-unavailable', holder, reason }
}
