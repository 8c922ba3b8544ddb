import { agentExtensions } from '#contract/agents.ts'
import { bindStatus } from '#upstream/assumptions.ts'
import type { Upstream } from '#upstream/upstream.ts'
import type { Mount } from '../platform/http/mount.ts'
import { toExtension, toWarnings } from '../platform/upstream/records.ts'

export function mountAgents({ mount }: Mount, { upstream }: { upstream: Upstream }): void {
  mount(agentExtensions, async ({ params, query, signal }) => {
    const { data, warnings } = await upstream.getUnboundPage(
      { ...query, agentUuid: params.agentUuid },
      { signal },
    )
    const own = data.items.find(
      (row) => row.agentUuid === params.agentUuid && row.bindStatus === bindStatus.bound,
    )
    return {
      current: own === undefined ? null : toExtension(own),
      items: data.items.filter((row) => row !== own).map(toExtension),
      page: data.page,
      pageSize: data.pageSize,
      total: data.total,
      warnings: toWarnings(warnings),
    }
  })
}
