import * as z from 'zod/mini'
import { allNumbers, readCapacity, readTrend, trendSpans } from '#contract/capacity.ts'
import { defaultPageSize, pageQuery } from '#contract/page.ts'
import { optionalParam, param } from '../lib/url-state.ts'

export const sorts = ['prefix', 'free', 'soonest'] as const
export type Sort = (typeof sorts)[number]
export const views = ['chart', 'table'] as const
export type View = (typeof views)[number]

/** All that the page is, as its URL holds it. */
export const overviewState = z.object({
  length: optionalParam(readCapacity.query.shape.length),
  sort: param(z.enum(sorts), 'prefix'),
  view: param(z.enum(views), 'chart'),
  page: param(pageQuery.page, 1),
  pageSize: param(pageQuery.pageSize, defaultPageSize),
  /** Of which numbers the trend is. */
  prefix: param(readTrend.query.shape.prefix, allNumbers),
  span: param(z.enum(trendSpans), 'month'),
  trend: param(z.enum(views), 'chart'),
})
export type OverviewState = z.infer<typeof overviewState>
export type SetOverview = (changes: Partial<OverviewState>, options?: { replace?: boolean }) => void
