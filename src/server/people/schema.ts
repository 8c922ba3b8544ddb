import type { Generated } from 'kysely'
import type { PersonKind } from '#contract/reservations.ts'

declare module '../platform/database/schema.ts' {
  interface Tables {
    /** A person from the service, the roster or a reservation, or a resource from a reservation. `names.ts` computes the keys and the text to search. */
    person: {
      id: string
      /** The service that the row belongs to, as `serviceIdentity` names it. */
      account: string
      /** Null for a new colleague or resource. */
      agent_uuid: string | null
      kind: Generated<PersonKind>
      /** JSON of the known fields, each with its source and time. */
      facts: string
      name: string | null
      /** Equal for namesakes. */
      name_key: string
      /** The order by name: Chinese by pinyin, namesakes by work number. */
      sort_key: string
      work_number: string | null
      work_key: string | null
      department: string | null
      department_key: string | null
      email_key: string | null
      /** `ext`: the first number bound to the person. `exts`: the first twenty, each between spaces. `numbers`: how many in total. */
      ext: string | null
      exts: string
      numbers: number
      /** All that a search finds, as words between spaces. */
      search: string
      first_seen_at: number
      /** When the service last answered a read of the agent's record, found or not; 0 for never. */
      record_at: number
      /** When a read of the record last got no response. */
      tried_at: number | null
      /** When a user removed the new colleague; past entries keep the name. */
      removed_at: number | null
    }
    /** What a user said of a new colleague and a person. With `is_same` 1, the colleague's ID leads to the person. */
    same_person: { account: string; colleague_id: string; person_id: string; is_same: number }
    /** A user's team. `departments` and `people`, the directory's IDs, are JSON lists. */
    team: {
      account: string
      user_id: string
      departments: string
      people: string
      pool: string | null
    }
  }
}
