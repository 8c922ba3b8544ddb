import * as z from 'zod/mini'
import { ianaZone, shortText, opaqueId } from '#contract/text.ts'
import { countedPages, defineListState } from '../../../ui/table/list-state.ts'
import { typedAgentId, typedPrefix } from '../../../lib/typed.ts'
import { optionalParam } from '../../../lib/url-state.ts'

/** URL state of the list of operation 8. The filters are its query parameters, in display order. */
export const idleList = defineListState({
  filters: {
    ext: optionalParam(typedPrefix),
    companyId: optionalParam(opaqueId),
    operatorUserId: optionalParam(opaqueId),
    tempId: optionalParam(opaqueId),
    language: optionalParam(opaqueId),
    timezone: optionalParam(shortText),
    timezoneid: optionalParam(ianaZone),
  },
  captions: {
    ext: 'idle.search',
    companyId: 'filter.companyId',
    operatorUserId: 'filter.operatorUserId',
    tempId: 'filter.tempId',
    language: 'filter.language',
    timezone: 'filter.timezone',
    timezoneid: 'filter.timezoneid',
  },
  paging: countedPages,
  extraParams: {
    /** The agent for whom the first idle extension is requested (operation 6). */
    agentId: optionalParam(typedAgentId),
    /** Set while the agent record of the first idle extension is open. */
    record: optionalParam(z.literal('open')),
  },
})
export type IdleList = ReturnType<typeof idleList.use>
