import * as z from 'zod/mini'
import { reservationFilter } from '#contract/reservations.ts'
import { pageQuery } from '#contract/page.ts'
import { optionalParam, param } from '../../lib/url-state.ts'

export const listState = z.object({
  page: param(pageQuery.page, 1),
  pageSize: param(pageQuery.pageSize, 20),
  agentUuid: optionalParam(reservationFilter.agentUuid),
  ext: optionalParam(reservationFilter.ext),
  state: optionalParam(reservationFilter.state),
  by: optionalParam(reservationFilter.by),
})
export type ListState = z.infer<typeof listState>

export const noFilters = { agentUuid: undefined, ext: undefined, state: undefined, by: undefined } as const
export const isFiltered = (state: ListState): boolean =>
  [state.agentUuid, state.ext, state.state, state.by].some((value) => value !== undefined)
