import * as z from 'zod/mini'

/**
 * The states of a number, the only definition: every list, count, pool, plan, alert, trend and file uses it.
 *
 * - `free`: the service's idle list (operation 8) has the number, and it is not reserved here.
 * - `reserved`: the idle list has it, with an open reservation here.
 * - `bound`: the service shows it bound (bindStatus 1).
 * - `unavailable`: not bound when last seen, but not in the idle list. Never offered.
 * - `unknown`: bindStatus is missing or undocumented, or the console has not seen yet whether the idle list has the number.
 * - `gone`: the service no longer knows the number.
 */
export const numberStates = ['free', 'reserved', 'bound', 'unavailable', 'unknown', 'gone'] as const
export type NumberState = (typeof numberStates)[number]

/** The stored states. A free number counts as `reserved` while it has an open reservation. */
export const seenStates = ['free', 'bound', 'unavailable', 'unknown', 'gone'] as const
export type SeenState = (typeof seenStates)[number]

/** The states of the numbers that the service has, in display order. Every number that is not gone is in exactly one. */
export const countedStates = ['free', 'reserved', 'bound', 'unavailable', 'unknown'] as const
export type CountedState = (typeof countedStates)[number]
export type StateCounts = Record<CountedState, number>
export const stateCounts = {
  free: z.number(),
  reserved: z.number(),
  bound: z.number(),
  unavailable: z.number(),
  unknown: z.number(),
} satisfies Record<CountedState, z.ZodMiniNumber>
export const totalOf = (counts: StateCounts): number =>
  countedStates.reduce((sum, state) => sum + counts[state], 0)

/** The state of a row of a live page of the idle list. */
export const listedState = (
  { bindStatus }: { bindStatus: number | null },
  isReserved: boolean,
): NumberState =>
  bindStatus === 0 ? (isReserved ? 'reserved' : 'free') : bindStatus === 1 ? 'bound' : 'unknown'

interface Use {
  currentUsingAgentUuid: string | null
  enabled: number | null
}
/** What a record tells about why its number is not in the idle list; null when it tells nothing. */
export const unavailableReasons = ['in-use', 'disabled'] as const
export type UnavailableReason = (typeof unavailableReasons)[number]
export const reasonOf = ({ currentUsingAgentUuid, enabled }: Use): UnavailableReason | null =>
  (currentUsingAgentUuid ?? '') !== '' ? 'in-use' : enabled === 0 ? 'disabled' : null

/**
 * The scan of the idle list: counts are incomplete until one has missed nothing. Null once the last scan did. `total` is null while
 * unknown. `missed` is there once a scan has ended: how many of the list it did not read, null when the service names no total to
 * compare with. A `boundScan` is the same for the look-up of
 * the numbers between those of the list: until it is whole, further numbers may be bound; `missed` counts those that were refused.
 */
export const firstScan = z.nullable(
  z.object({
    running: z.boolean(),
    done: z.number(),
    total: z.nullable(z.number()),
    missed: z.optional(z.nullable(z.number())),
  }),
)
export type FirstScan = z.infer<typeof firstScan>
