import { allNumbers } from '#contract/overview.ts'
import { paths } from '../paths.ts'

/** The list of the free numbers that begin so. */
export const numbersPath = (prefix: string): string =>
  paths.idle(prefix === allNumbers ? {} : { ext: prefix })
