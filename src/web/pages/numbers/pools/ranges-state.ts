import * as z from 'zod/mini'
import { allNumbers, readTrend, trendSpans } from '#contract/capacity.ts'
import { param } from '../../../lib/url-state.ts'

const rangeSorts = ['prefix', 'free', 'soonest'] as const
export type RangeSort = (typeof rangeSorts)[number]

/** Parameters in the URL of the number ranges and of the trend below the pools. */
export const rangesParams = {
  ranges: param(z.enum(rangeSorts), 'prefix'),
  /** The scope of the trend. */
  scope: param(readTrend.query.shape.scope, allNumbers),
  span: param(z.enum(trendSpans), 'month'),
}
