import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { page } from './page.ts'
import { serviceProblems } from './problem.ts'
import { shortText } from './text.ts'

/** Operation 12. */
export const suggestions = endpoint({
  method: 'GET',
  path: '/api/suggestions',
  access: 'extension.read',
  problems: serviceProblems,
  query: z.object({ q: shortText }),
  answer: page(z.object({ key: z.string() })),
})
