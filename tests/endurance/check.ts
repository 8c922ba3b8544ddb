/** A measured value and where it must lie. `isTime`: it depends on the machine, so `npm test` leaves it out. */
export type Check = { name: string; value: number; isTime?: true } & (
  { atMost: number } | { atLeast: number }
)

export const holds = (check: Check): boolean =>
  'atMost' in check ? check.value <= check.atMost : check.value >= check.atLeast

export const boundOf = (check: Check): string =>
  'atMost' in check ? `at most ${check.atMost}` : `at least ${check.atLeast}`
