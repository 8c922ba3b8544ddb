import type { Directory } from '#server/reservations/joiners.ts'

/** An empty directory of agents, for tests of reservations alone. */
export const noDirectory: Directory = {
  joiners: () => Promise.resolve(new Map()),
  knowsWorkNumber: () => Promise.resolve(false),
  addColleague: () => Promise.resolve(),
  recordReserved: () => Promise.resolve(),
}
