import { mutationOptions, queryOptions } from '@tanstack/react-query'
import type * as z from 'zod/mini'
import { changePreferences, readPreferences } from '#contract/notification-preferences.ts'
import { call } from '../../api/call.ts'

export const preferencesQuery = () =>
  queryOptions({
    queryKey: ['notifications', 'preferences'],
    queryFn: ({ signal }) => call(readPreferences, { signal }),
  })

export const changePreferencesMutation = () =>
  mutationOptions({
    mutationFn: (body: z.input<(typeof changePreferences)['body']>) => call(changePreferences, { body }),
    onSuccess: (saved, _input, _result, { client }) =>
      client.setQueryData(preferencesQuery().queryKey, saved),
  })
