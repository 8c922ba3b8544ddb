import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import { personHistory, extensionHistory, type HistoryQuery } from '#contract/history.ts'
import { call } from '../../api/call.ts'

/** The subject of a history: a number, or all numbers of an agent. */
export type HistorySubject = { ext: string } | { agentUuid: string }
type Filter = Pick<HistoryQuery, 'from' | 'to' | 'only'>
export type HistoryPage = z.output<(typeof personHistory)['answer']>

/** The history page by page, newest first. The current entries stay while another month loads. */
export const historyPages = (subject: HistorySubject, filter: Filter) =>
  infiniteQueryOptions({
    queryKey: [('ext' in subject ? extensionHistory : personHistory).path, subject, filter],
    queryFn: ({ pageParam, signal }): Promise<HistoryPage> => {
      const query = { ...filter, ...(pageParam === '' ? {} : { before: pageParam }) }
      return 'ext' in subject
        ? call(extensionHistory, { params: subject, query, signal })
        : call(personHistory, { params: { id: subject.agentUuid }, query, signal })
    },
    initialPageParam: '',
    getNextPageParam: ({ older }) => older,
    placeholderData: keepPreviousData,
    staleTime: 5_000,
  })
