import { mutationOptions } from '@tanstack/react-query'
import { changeView, listViews, removeView, saveView, type ViewPage } from '#contract/views.ts'
import { call } from '../../api/call.ts'
import { invalidate } from '../../api/query-client.ts'
import { read } from '../../api/endpoint-queries.ts'

export const viewsQuery = (page: ViewPage) => read(listViews, { query: { page } }, { staleTime: 30_000 })

export type ViewCommand =
  | { kind: 'save'; page: ViewPage; name: string; query: string; shared: boolean }
  | { kind: 'change'; id: string; name?: string; query?: string; shared?: boolean }
  | { kind: 'remove'; id: string }

export const viewMutation = () =>
  mutationOptions({
    mutationFn: async (command: ViewCommand): Promise<void> => {
      if (command.kind === 'save') {
        const { kind: _kind, ...body } = command
        await call(saveView, { body })
      } else if (command.kind === 'change') {
        const { id, name, query, shared } = command
        await call(changeView, { params: { id }, body: { name, query, shared } })
      } else await call(removeView, { params: { id: command.id } })
    },
    onSuccess: (_done, _command, _result, { client }) => invalidate(client, listViews.path),
  })
