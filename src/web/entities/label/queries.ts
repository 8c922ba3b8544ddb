import { mutationOptions } from '@tanstack/react-query'
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
import { read, write } from '../../api/endpoint-queries.ts'
import { inBatches } from '../../api/in-batches.ts'
import { invalidateAfter } from '../../api/query-client.ts'
import { peoplePaths } from '../person/queries.ts'
import { historyPaths } from '../history/history-paths.ts'

export const labelsQuery = ({ kind, id }: Subject) =>
  read(readLabels, { params: { kind, subject: id } }, { staleTime: 5_000 })

export const knownLabelsQuery = (kind: SubjectKind) =>
  read(knownLabels, { query: { kind } }, { staleTime: 30_000, meta: { quiet: true } })

/** The labels, the lists that show them, and the histories that record their change. */
const labeledPaths = (kind: SubjectKind) => [
  '/api/labels',
  ...(kind === 'extension' ? ['/api/numbers'] : peoplePaths),
  ...historyPaths,
]

export const changeLabelsMutation = (kind: SubjectKind) => write(changeLabels, ...labeledPaths(kind))

interface NumbersChange {
  numbers: readonly string[]
  add: string[]
  remove: string[]
}

/** Labels any number of extensions, in batches. */
export const labelNumbersMutation = () =>
  mutationOptions({
    mutationFn: async ({ numbers, add, remove }: NumbersChange) => {
      const answers = await inBatches(numbers, maxLabeled, (batch) =>
        call(labelNumbers, { body: { numbers: batch, add, remove } }),
      )
      return {
        changed: answers.reduce((sum, { changed }) => sum + changed, 0),
        full: answers.flatMap(({ full }) => full),
      }
    },
    onSettled: invalidateAfter(...labeledPaths('extension')),
  })
