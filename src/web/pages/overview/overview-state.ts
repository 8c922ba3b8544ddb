import * as z from 'zod/mini'
import { allNumbers, readCapacity, readTrend, trendSpans } from '#contract/capacity.ts'
import { optionalParam, param } from '../../lib/url-state.ts'
import { countedPages, defineListState } from '../../ui/table/list-state.ts'

const sorts = ['prefix', 'free', 'soonest'] as const
export type Sort = (typeof sorts)[number]

/** URL state of the number ranges and of the panels beside them. */
export const overviewList = defineListState({
  filters: {},
  captions: {},
  paging: countedPages,
  extraParams: {
    sort: param(z.enum(sorts), 'prefix'),
    by: optionalParam(readCapacity.query.shape.by),
    /** The scope of the trend. */
    scope: param(readTrend.query.shape.scope, allNumbers),
    span: param(z.enum(trendSpans), 'month'),
  },
})
export type OverviewList = ReturnType<typeof overviewList.use>
