import * as z from 'zod/mini'
import { secondFactorCode } from '#contract/text.ts'
import { readId } from '../../lib/typed.ts'

/** True for a code of the user's second factor, as typed. */
export const isCode = (code: string): boolean => z.safeParse(secondFactorCode, readId(code)).success
