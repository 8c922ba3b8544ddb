import * as z from 'zod/mini'
import { defaultPageSize, pageQuery } from '#contract/page.ts'
import { agentId, extPrefix, ianaZone, label, opaqueId } from '#contract/text.ts'
import { columnsParam } from '../../ui/table/table-settings.ts'
import { optionalParam, param } from '../../lib/url-state.ts'

/** All that the page is, as its URL holds it. */
export const idleState = z.object({
  page: param(pageQuery.page, 1),
  pageSize: param(pageQuery.pageSize, defaultPageSize),
  ext: optionalParam(extPrefix),
  companyId: optionalParam(opaqueId),
  operatorUserId: optionalParam(opaqueId),
  tempId: optionalParam(opaqueId),
  language: optionalParam(opaqueId),
  timezone: optionalParam(label),
  timezoneid: optionalParam(ianaZone),
  columns: columnsParam,
  /** For whom the first idle extension is asked (operation 6). */
  agentId: optionalParam(agentId),
  /** Its agent record is open. */
  record: optionalParam(z.literal('open')),
})
export type IdleState = z.infer<typeof idleState>

/** The parameters of operation 8, in the order they are shown. */
export const filterNames = [
  'ext',
  'companyId',
  'operatorUserId',
  'tempId',
  'language',
  'timezone',
  'timezoneid',
] as const
export type FilterName = (typeof filterNames)[number]
/** Those of the filter panel; `ext` has the search field. */
export const panelFilters = filterNames.filter((name) => name !== 'ext')

export const noFilters = Object.fromEntries(filterNames.map((name) => [name, undefined]))
