import { suggestions } from '#contract/suggestions.ts'
import type { AppDeps } from '../app.ts'
import type { Mount } from '../http/mount.ts'
import { toWarnings } from './records.ts'

/** As many as a list under a search box can show. */
const pageSize = 10

export function mountSuggestions({ mount }: Mount, { upstream }: AppDeps): void {
  mount(suggestions, async ({ query, signal }) => {
    const { data, warnings } = await upstream.querySuggest({ q: query.q, page: 1, pageSize }, { signal })
    return { ...data, warnings: toWarnings(warnings) }
  })
}
