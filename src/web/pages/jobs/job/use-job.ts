import { useQuery } from '@tanstack/react-query'
import { jobQuery } from '../../../entities/job/queries.ts'

const pollMs = 1_000
/** For an ended job with passwords, which another user may delete. */
const passwordsPollMs = 15_000

/** The job, read again every second until it has ended. */
export const useJob = (id: string) =>
  useQuery({
    ...jobQuery(id),
    refetchInterval: ({ state: { data } }) => {
      if (data === undefined || data.endedAt === null) return pollMs
      return data.credentials.offered > 0 ? passwordsPollMs : false
    },
  })
