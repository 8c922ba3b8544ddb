import { readAnswering } from '#contract/status.ts'
import { read } from '../../api/endpoint-queries.ts'

const everyMs = 30_000

/** Whether the service answers, and in the shape that its profile says. */
export const answeringQuery = () =>
  read(readAnswering, {}, { refetchInterval: everyMs, meta: { quiet: true } })
