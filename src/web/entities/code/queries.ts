import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { changeCodeNames, readCodeNames, readObservedValues, type CodeChange } from '#contract/codes.ts'
import { call } from '../../api/call.ts'

export const codeNamesQuery = () =>
  queryOptions({
    queryKey: ['codes', 'names'],
    queryFn: ({ signal }) => call(readCodeNames, { signal }),
    staleTime: 60_000,
    meta: { quiet: true },
  })

export const observedValuesQuery = () =>
  queryOptions({
    queryKey: ['codes', 'seen'],
    queryFn: ({ signal }) => call(readObservedValues, { signal }),
    staleTime: 10_000,
  })

export const changeNamesMutation = () =>
  mutationOptions({
    mutationFn: (changes: CodeChange[]) => call(changeCodeNames, { body: { changes } }),
    onSuccess: (answer, _input, _result, { client }) => {
      client.setQueryData(codeNamesQuery().queryKey, answer)
    },
    // Another user changed the names first: load the current names.
    onError: (_error, _input, _result, { client }) =>
      client.invalidateQueries({ queryKey: codeNamesQuery().queryKey }),
  })
