import * as z from 'zod/mini'
import { assignmentFilter } from '#contract/assignments.ts'
import { pageQuery } from '#contract/page.ts'
import { optionalParam, param } from '../../url-state.ts'

export const listState = z.object({
  page: param(pageQuery.page, 1),
  pageSize: param(pageQuery.pageSize, 20),
  agentUuid: optionalParam(assignmentFilter.agentUuid),
  ext: optionalParam(assignmentFilter.ext),
  state: optionalParam(assignmentFilter.state),
  by: optionalParam(assignmentFilter.by),
})
export type ListState = z.infer<typeof listState>

export const noFilters = { agentUuid: undefined, ext: undefined, state: undefined, by: undefined } as const
export const isFiltered = (state: ListState): boolean =>
  [state.agentUuid, state.ext, state.state, state.by].some((value) => value !== undefined)
