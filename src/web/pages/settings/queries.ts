import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { changeSettings, readSettings, type Settings } from '#contract/settings.ts'
import { call } from '../../api/call.ts'
import { sessionQuery } from '../../entities/session/queries.ts'

export const settingsQuery = () =>
  queryOptions({
    queryKey: ['settings'],
    queryFn: ({ signal }) => call(readSettings, { signal }),
    staleTime: 30_000,
  })

/** Refetches the session, because it reports the enabled features to every page. */
export const changeSettingsMutation = () =>
  mutationOptions({
    mutationFn: (body: Partial<Settings>) => call(changeSettings, { body }),
    onSuccess: (settings, _input, _result, context) => {
      context.client.setQueryData(settingsQuery().queryKey, settings)
      return context.client.invalidateQueries({ queryKey: sessionQuery().queryKey })
    },
  })
