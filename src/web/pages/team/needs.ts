import type { Person } from '#contract/people.ts'
import type { Reservation } from '#contract/reservations.ts'
import type { ServiceRequest } from '#contract/service-requests.ts'
import { isSameAgent } from '#contract/text.ts'

/** A reservation that ends on the same day or within this time needs a decision, ms. */
const soonMs = 4 * 3_600_000
/** A lost reservation is shown for this long, ms. */
const lostForMs = 7 * 24 * 3_600_000

/** What a person of the team needs next. The order is that of the list. */
export type Need =
  /** A new colleague may have an account now. */
  | { kind: 'confirm'; candidates: readonly Person[] }
  | { kind: 'overdue'; request: ServiceRequest }
  | { kind: 'ends'; reservation: Reservation }
  /** The service no longer shows the reserved number. */
  | { kind: 'missing'; reservation: Reservation }
  /** The number was bound to another agent, or the reservation expired, and the person has no other. */
  | { kind: 'lost'; reservation: Reservation }
  | { kind: 'bind'; reservation: Reservation }
  | { kind: 'number' }
  /** A new colleague without an account, whom the console is waiting for. */
  | { kind: 'starts'; reservation: Reservation }
  | { kind: 'requested'; request: ServiceRequest }

export interface TeamState {
  /** Epoch milliseconds. */
  now: number
  /** The date in the console's zone, such as `2026-12-05`. */
  today: string
  open: readonly Reservation[]
  /** Reservations that ended recently, newest first. */
  ended: readonly Reservation[]
  /** Requests that are not closed. */
  requests: readonly ServiceRequest[]
  namesakes: readonly { colleagueId: string; agents: readonly Person[] }[]
}

const isFor = ({ agentUuid, id }: Person, reservation: Reservation): boolean =>
  agentUuid === null
    ? reservation.agentUuid === null && reservation.colleagueId === id
    : isSameAgent(reservation.agentUuid, agentUuid)

const isSoon = ({ expiresAt }: Reservation, now: number): boolean =>
  expiresAt - now < soonMs || new Date(expiresAt).toDateString() === new Date(now).toDateString()

/** A request is about the people whom it names: its number may belong to another person since. Without any, it is about the number's. */
function isAbout({ agentUuid, kind, ext, reserved }: Person, request: ServiceRequest): boolean {
  const isOwn = (number: string | null) =>
    number !== null && (number === ext || reserved.some((each) => each.ext === number))
  // A line or room is never named: the request names the account that gets its number.
  if (kind === 'resource') return [request.ext, request.swapWith].some(isOwn)
  const named = [request.boundTo, request.rebindTo].flatMap((person) => person?.agentUuid ?? [])
  if (named.length > 0) return agentUuid !== null && named.some((uuid) => isSameAgent(uuid, agentUuid))
  return isOwn(request.ext)
}

/** True for an agent who leaves: their number is kept back. */
const isLeaving = ({ agentUuid }: Person, open: readonly Reservation[]): boolean =>
  agentUuid !== null && open.some(({ keptBack }) => isSameAgent(keptBack?.agentUuid ?? null, agentUuid))

/** Returns what a person needs next; null for nothing. */
function needOf(person: Person, state: TeamState): Need | null {
  const { now, today } = state
  const namesakes = state.namesakes.find(({ colleagueId }) => colleagueId === person.id)
  if (person.agentUuid === null && namesakes !== undefined)
    return { kind: 'confirm', candidates: namesakes.agents }
  const requests = state.requests.filter((each) => isAbout(person, each))
  const overdue = requests.find(({ dueOn }) => dueOn !== null && dueOn < today)
  if (overdue !== undefined) return { kind: 'overdue', request: overdue }
  const reservations = state.open
    .filter((each) => isFor(person, each))
    .toSorted((a, b) => a.expiresAt - b.expiresAt)
  const [first] = reservations
  if (first !== undefined && isSoon(first, now)) return { kind: 'ends', reservation: first }
  const missing = reservations.find((each) => each.missing)
  if (missing !== undefined) return { kind: 'missing', reservation: missing }
  const [request] = requests
  if (first === undefined && person.ext === null) {
    const lost = state.ended.find(
      (each) =>
        isFor(person, each) &&
        (each.state === 'taken' || each.state === 'expired') &&
        now - (each.endedAt ?? 0) < lostForMs,
    )
    if (lost !== undefined) return { kind: 'lost', reservation: lost }
    if (request !== undefined) return { kind: 'requested', request }
    return isLeaving(person, state.open) ? null : { kind: 'number' }
  }
  if (request !== undefined) return { kind: 'requested', request }
  if (first === undefined) return null
  const isAwaited = person.agentUuid === null && person.kind === 'person'
  return { kind: isAwaited ? 'starts' : 'bind', reservation: first }
}

const order = [
  'confirm',
  'overdue',
  'ends',
  'missing',
  'lost',
  'bind',
  'number',
  'starts',
  'requested',
] as const satisfies readonly Need['kind'][]

export interface TeamRow {
  person: Person
  need: Need | null
}

/** What waits for others: the phone team, or a first day. */
const waitingKinds: readonly Need['kind'][] = ['starts', 'requested']

/**
 * The people who need something of the user, the most urgent first, those who wait for others, and everyone else; all otherwise in the
 * given order.
 */
export function sortTeam(
  people: readonly Person[],
  state: TeamState,
): [needing: TeamRow[], waiting: TeamRow[], rest: TeamRow[]] {
  const rows = people.map((person) => ({ person, need: needOf(person, state) }))
  const rank = ({ need }: TeamRow) => (need === null ? order.length : order.indexOf(need.kind))
  const isWaiting = ({ need }: TeamRow) => need !== null && waitingKinds.includes(need.kind)
  const sorted = rows.filter(({ need }) => need !== null).toSorted((a, b) => rank(a) - rank(b))
  return [
    sorted.filter((row) => !isWaiting(row)),
    sorted.filter((row) => isWaiting(row)),
    rows.filter(({ need }) => need === null),
  ]
}
