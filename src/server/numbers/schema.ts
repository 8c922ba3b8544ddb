import type { Generated, Selectable } from 'kysely'
import type { BindingState } from '#contract/history.ts'
import type { NumberItem } from '#contract/numbers.ts'
import type { NumberState, SeenState } from '#contract/number-states.ts'
import type { Tables } from '../platform/database/schema.ts'

export type NumberRow = Selectable<Tables['number']>
/** With the state that users see: a free number may be reserved. */
export type ShownRow = Omit<NumberRow, 'state'> & { state: NumberState }

declare module '../platform/database/schema.ts' {
  interface Tables {
    /** A number as it was last seen, without its secrets. */
    number: {
      /** The service that the row belongs to, as `serviceIdentity` names it. */
      account: string
      ext: string
      state: SeenState
      /** Set when the number comes and when pools change: a number is in at most one pool. */
      pool_id: string | null
      bind_status: number | null
      agent_uuid: string | null
      agent_name: string | null
      /** The agent that uses the number without being bound to it. */
      using_uuid: string | null
      lang_code: string | null
      lang_code_txt: string | null
      /** The language the row is counted under: `lang_code_txt`, or empty. */
      language: string
      domain: string | null
      status: number | null
      enabled: number | null
      ext_type: number | null
      creation_time: number | null
      bind_time: number | null
      source: NumberItem['source']
      first_seen_at: number
      /** When the service last reported the number, or reported it as unknown. */
      seen_at: number
      state_since: number
      /** When the number was last on the idle list; null when it is not known to be on it. */
      idle_at: number | null
      /** When the current binding was first seen: free, bound to this agent, or gone. */
      binding_since: number
      /** When a look-up of the number last got no answer that can be used, or looked for it in the idle list. */
      tried_at: number | null
    }
    /** An observed change of a number's binding, with the binding that it ended. */
    binding_change: {
      account: string
      ext: string
      at: number
      state: BindingState
      agent_uuid: string | null
      /** Of an agent without a UUID, whom the directory can't have; so is `before_agent_name`. */
      agent_name: string | null
      before_state: BindingState
      before_agent_uuid: string | null
      before_agent_name: string | null
      before_since: number
      /** The service's own time of the earlier binding. */
      before_bind_time: number | null
    }
    crawl: {
      account: string
      kind: 'idle' | 'gaps'
      started_at: number | null
      /** Where the crawl continues: a page, the last numbers. */
      cursor: string | null
      done: number
      total: number | null
      /** Numbers that this crawl could not read so far, and rows of the list without a readable number, with one of them. */
      unread: Generated<number>
      odd: Generated<number>
      odd_example: string | null
      ended_at: number | null
      /** When the last crawl that ended, and the last that missed nothing, began. */
      last_ended_at: number | null
      last_whole_at: number | null
      /** How many the last crawl that ended did not read or could not write; null before it, and without a total to compare with. */
      last_missed: number | null
      /** Why the crawl stopped: a problem code. */
      problem: string | null
    }
  }
}
