/** A measured value with its limit. `isTime`: the value depends on the machine, so `npm test` does not check it. */
export type Check = { name: string; value: number; isTime?: true } & (
  | { atMost: number }
  | { atLeast: number }
)

export const holds = (check: Check): boolean =>
  'atMost' in check ? check.value <= check.atMost : check.value >= check.atLeast

export const boundOf = (check: Check): string =>
  'atMost' in check ? `at most ${check.atMost}` : `at least ${check.atLeast}`
