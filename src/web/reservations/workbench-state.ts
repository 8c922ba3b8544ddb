import * as z from 'zod/mini'
import { pageQuery } from '#contract/page.ts'
import { agentUuid, ext, extPrefix } from '#contract/text.ts'
import { optionalParam, param } from '../lib/url-state.ts'

/** All that the workbench is, as its URL holds it. */
export const workbenchState = z.object({
  agentUuid: optionalParam(agentUuid),
  /** The number that was chosen. */
  numbers: optionalParam(ext),
  /** Start of the free numbers that are shown. */
  start: optionalParam(extPrefix),
  page: param(pageQuery.page, 1),
  pageSize: param(pageQuery.pageSize, 20),
})
export type WorkbenchState = z.infer<typeof workbenchState>
