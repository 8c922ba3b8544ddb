import { mutationOptions } from '@tanstack/react-query'
import { changeView, listViews, removeView, saveView, type View, type ViewPage } from '#contract/views.ts'
import { call } from '../../api/call.ts'
import { invalidateAfter } from '../../api/query-client.ts'
import { read } from '../../api/endpoint-queries.ts'

export const viewsQuery = (page: ViewPage) => read(listViews, { query: { page } }, { staleTime: 30_000 })

export type ViewCommand =
  | { kind: 'save'; page: ViewPage; name: string; query: string; shared: boolean }
  | { kind: 'change'; view: Pick<View, 'id' | 'version'>; name?: string; query?: string; shared?: boolean }
  | { kind: 'remove'; id: string }

export const viewMutation = () =>
  mutationOptions({
    mutationFn: async (command: ViewCommand): Promise<void> => {
      if (command.kind === 'save') {
        const { kind: _kind, ...body } = command
        await call(saveView, { body })
      } else if (command.kind === 'change') {
        const { view, name, query, shared } = command
        const body = { name, query, shared, version: view.version }
        await call(changeView, { params: { id: view.id }, body })
      } else await call(removeView, { params: { id: command.id } })
    },
    onSettled: invalidateAfter(listViews.path),
  })
