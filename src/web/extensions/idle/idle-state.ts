import * as z from 'zod/mini'
import { agentId, extPrefix, ianaZone, label, opaqueId } from '#contract/text.ts'
import { countedPages, defineListState } from '../../ui/table/list-state.ts'
import { optionalParam } from '../../lib/url-state.ts'

/** The list of operation 8; the filters are its query parameters, in the order they are shown. */
export const idleList = defineListState({
  filters: {
    ext: optionalParam(extPrefix),
    companyId: optionalParam(opaqueId),
    operatorUserId: optionalParam(opaqueId),
    tempId: optionalParam(opaqueId),
    language: optionalParam(opaqueId),
    timezone: optionalParam(label),
    timezoneid: optionalParam(ianaZone),
  },
  labels: {
    ext: 'idle.search',
    companyId: 'filter.companyId',
    operatorUserId: 'filter.operatorUserId',
    tempId: 'filter.tempId',
    language: 'filter.language',
    timezone: 'filter.timezone',
    timezoneid: 'filter.timezoneid',
  },
  place: countedPages,
  others: {
    /** For whom the first idle extension is asked (operation 6). */
    agentId: optionalParam(agentId),
    /** Its agent record is open. */
    record: optionalParam(z.literal('open')),
  },
})
export type IdleList = ReturnType<typeof idleList.use>
