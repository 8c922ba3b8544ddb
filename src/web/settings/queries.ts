import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { changeSettings, readSettings, type Settings } from '#contract/settings.ts'
import { call } from '../api/call.ts'
import { sessionQuery } from '../shared/session/queries.ts'

export const settingsQuery = () =>
  queryOptions({
    queryKey: ['settings'],
    queryFn: ({ signal }) => call(readSettings, { signal }),
    staleTime: 30_000,
  })

/** The session says to every page which features are on, so it is asked again. */
export const changeSettingsMutation = () =>
  mutationOptions({
    mutationFn: (body: Partial<Settings>) => call(changeSettings, { body }),
    onSuccess: (settings, _input, _result, context) => {
      context.client.setQueryData(settingsQuery().queryKey, settings)
      return context.client.invalidateQueries({ queryKey: sessionQuery().queryKey })
    },
  })
