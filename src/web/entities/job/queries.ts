import { keepPreviousData, mutationOptions, queryOptions, type QueryClient } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import { confirmCredentials } from '#contract/job-credentials.ts'
import {
  cancelJob,
  createJob,
  dismissJob,
  listJobItems,
  listJobs,
  pauseJob,
  readJob,
  recheckJob,
  resumeJob,
  retryJob,
  type Job,
} from '#contract/jobs.ts'
import { call } from '../../api/call.ts'
import { read, write } from '../../api/endpoint-queries.ts'
import { invalidate } from '../../api/query-client.ts'

/** Polling interval of a list with an open job, ms. */
const pollMs = 2_000

type JobsQuery = z.input<(typeof listJobs)['query']>

export const jobsQuery = (query: JobsQuery) =>
  read(
    listJobs,
    { query },
    {
      placeholderData: keepPreviousData,
      refetchInterval: ({ state }) =>
        state.data?.items.some(({ endedAt }) => endedAt === null) ? pollMs : 15_000,
    },
  )

/** The jobs that have not ended, as many as the header adds up and the overview lists. */
export const openJobsQuery = () => ({
  ...jobsQuery({ page: 1, pageSize: 20, state: 'open' }),
  meta: { quiet: true },
})

/** The jobs whose generated passwords wait, at most as many as the overview has room for. */
export const waitingPasswordsQuery = () => ({
  ...jobsQuery({ page: 1, pageSize: 10, state: 'passwords' }),
  meta: { quiet: true },
})

export const jobQuery = (id: string) => read(readJob, { params: { id } }, { staleTime: 1_000 })

type JobItemsQuery = z.input<(typeof listJobItems)['query']> & { id: string }

/** Polls while the job is open. `endedAt` is part of the key, so the rows are fetched once more when the job ends. */
export const jobItemsQuery = ({ id, ...query }: JobItemsQuery, endedAt: number | null) =>
  queryOptions({
    queryKey: [listJobItems.path, { id, query }, endedAt],
    queryFn: ({ signal }) => call(listJobItems, { params: { id }, query, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: endedAt === null ? pollMs : false,
  })

function keep(client: QueryClient, job: Job): void {
  client.setQueryData(jobQuery(job.id).queryKey, job)
  void invalidate(client, listJobItems.path)
  void client.invalidateQueries({ queryKey: [listJobs.path] })
}

export const createJobMutation = () =>
  mutationOptions({
    ...write(createJob),
    onSuccess: (job, _input, _result, context) => keep(context.client, job),
  })

const controls = {
  pause: pauseJob,
  resume: resumeJob,
  cancel: cancelJob,
  confirm: confirmCredentials,
} as const

export type JobCommand =
  | { command: keyof typeof controls }
  | { command: 'retry'; what: 'failed' | 'needsReview'; ext?: string }
  | { command: 'recheck' | 'dismiss' }

export const jobCommandMutation = (id: string) =>
  mutationOptions({
    mutationFn: (input: JobCommand) => {
      const params = { id }
      if (input.command === 'retry')
        return call(retryJob, { params, body: { what: input.what, ext: input.ext } })
      if (input.command === 'recheck') return call(recheckJob, { params, body: {} })
      if (input.command === 'dismiss') return call(dismissJob, { params, body: {} })
      return call(controls[input.command], { params })
    },
    onSuccess: (job, _input, _result, context) => keep(context.client, job),
  })
