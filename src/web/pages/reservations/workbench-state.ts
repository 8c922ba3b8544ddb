import * as z from 'zod/mini'
import { agentUuid, uuid } from '#contract/text.ts'
import { typedExt, typedPrefix } from '../../lib/typed.ts'
import { optionalParam, param } from '../../lib/url-state.ts'
import { countedPages, defineListState } from '../../ui/table/list-state.ts'

/** URL state of the workbench: the choices of agent, pool and number, and the list of free numbers filtered by their first digits. */
export const workbench = defineListState({
  filters: { start: optionalParam(typedPrefix) },
  labels: { start: 'idle.search' },
  paging: countedPages,
  extraParams: {
    agentUuid: optionalParam(agentUuid),
    /** The directory's id of a joiner; replaces the agent. */
    joiner: optionalParam(uuid),
    /** The selected number. */
    numbers: optionalParam(typedExt),
    /** The pool whose free numbers replace the service's list. */
    pool: optionalParam(z.uuid()),
  },
})

/** The numbers of a link, in any format. */
export const linkedNumbers = z.object({ numbers: param(z.string(), '') })
