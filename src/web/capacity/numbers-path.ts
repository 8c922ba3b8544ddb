import { allNumbers } from '#contract/capacity.ts'
import { paths } from '../lib/paths.ts'

/** The inventory of the numbers that begin so: all of them, or those that are free. */
export const numbersPath = (prefix: string, state?: 'free'): string =>
  paths.inventory({
    ...(prefix === allNumbers ? {} : { ext: prefix }),
    ...(state === undefined ? {} : { state }),
  })
