import * as z from 'zod/mini'
import { itemFilters } from '#contract/jobs.ts'
import { pageQuery } from '#contract/page.ts'
import { extPrefix } from '#contract/text.ts'
import { optionalParam, param, useUrlState } from '../../lib/url-state.ts'

const itemsState = z.object({
  page: param(pageQuery.page, 1),
  pageSize: param(pageQuery.pageSize, 50),
  state: optionalParam(z.enum(itemFilters)),
  ext: optionalParam(extPrefix),
})

/** Which of the job's rows are shown, in the URL. */
export const useItemsState = () => useUrlState(itemsState)
