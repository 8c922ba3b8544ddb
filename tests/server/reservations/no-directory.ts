import type { Directory } from '#server/reservations/store-writes.ts'

/** An empty directory of agents, for tests of reservations alone. */
export const noDirectory: Directory = {
  newColleagues: () => Promise.resolve(new Map()),
  knowsWorkNumber: () => Promise.resolve(false),
  addColleague: () => Promise.resolve(),
  recordNamed: () => Promise.resolve(),
}
