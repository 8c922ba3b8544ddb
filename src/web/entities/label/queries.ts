import { mutationOptions, queryOptions } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import {
  changeLabels,
  knownLabels,
  labelNumbers,
  maxLabeled,
  readLabels,
  type Subject,
  type SubjectKind,
} from '#contract/labels.ts'
import { call } from '../../api/call.ts'
import { inBatches } from '../../api/in-batches.ts'
import { invalidating } from '../../api/query-client.ts'

export const labelsQuery = ({ kind, id }: Subject) =>
  queryOptions({
    queryKey: ['labels', kind, id] as const,
    queryFn: ({ signal }) => call(readLabels, { params: { kind, subject: id }, signal }),
    staleTime: 5_000,
  })

export const knownLabelsQuery = (kind: SubjectKind) =>
  queryOptions({
    queryKey: ['labels', 'known', kind] as const,
    queryFn: ({ signal }) => call(knownLabels, { query: { kind }, signal }),
    staleTime: 30_000,
    meta: { quiet: true },
  })

/** The labels, the list that shows them, and the history that records their change. */
const invalidatingLabels = (kind: SubjectKind) =>
  invalidating(['labels'], [kind === 'extension' ? 'inventory' : 'agents'], ['history'])

export const changeLabelsMutation = ({ kind, id }: Subject) =>
  mutationOptions({
    mutationFn: (body: z.input<(typeof changeLabels)['body']>) =>
      call(changeLabels, { params: { kind, subject: id }, body }),
    // Also after a refusal because another user was first: show the current labels.
    onSettled: invalidatingLabels(kind),
  })

interface NumbersChange {
  numbers: readonly string[]
  add: string[]
  remove: string[]
}

/** Labels any number of extensions, in batches. */
export const labelNumbersMutation = () =>
  mutationOptions({
    mutationFn: async ({ numbers, add, remove }: NumbersChange) => {
      const answers = await inBatches(numbers, maxLabeled, (some) =>
        call(labelNumbers, { body: { numbers: some, add, remove } }),
      )
      return {
        changed: answers.reduce((sum, { changed }) => sum + changed, 0),
        full: answers.flatMap(({ full }) => full),
      }
    },
    onSettled: invalidatingLabels('extension'),
  })
