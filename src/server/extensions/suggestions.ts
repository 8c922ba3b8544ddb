import { suggestions } from '#contract/suggestions.ts'
import type { Upstream } from '#upstream/upstream.ts'
import type { Mount } from '../platform/http/mount.ts'
import { toWarnings } from '../platform/upstream/records.ts'

/** As many as a list under a search box can show. */
const pageSize = 10

export function mountSuggestions({ mount }: Mount, { upstream }: { upstream: Upstream }): void {
  mount(suggestions, async ({ query, signal }) => {
    const { data, warnings } = await upstream.querySuggest({ q: query.q, page: 1, pageSize }, { signal })
    return { ...data, warnings: toWarnings(warnings) }
  })
}
