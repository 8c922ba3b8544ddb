import type { Generated } from 'kysely'
import type { BindingState } from '#contract/history.ts'

declare module '../platform/database/schema.ts' {
  interface Tables {
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
    inventory_crawl: {
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
      /** How many the last crawl that ended did not read; null before it, and without a total to compare with. */
      last_missed: number | null
      /** Why the crawl stopped: a problem code. */
      problem: string | null
    }
  }
}
