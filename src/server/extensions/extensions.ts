import { extensionDetail, extensionLanguage, firstIdle, idleExtensions } from '#contract/extensions.ts'
import type { Upstream } from '#upstream/upstream.ts'
import type { Mount } from '../platform/http/mount.ts'
import { toAgent, toExtension, toWarnings } from '../platform/upstream/records.ts'

export function mountExtensions({ mount }: Mount, { upstream }: { upstream: Upstream }): void {
  mount(idleExtensions, async ({ query, signal }) => {
    const { data, warnings } = await upstream.searchIdlePage(query, { signal })
    return { ...data, items: data.items.map(toExtension), warnings: toWarnings(warnings) }
  })

  mount(firstIdle, async ({ query, signal }) => {
    const { data, warnings } = await upstream.searchIdle(query, { signal })
    return { agent: data === null ? null : toAgent(data), warnings: toWarnings(warnings) }
  })

  mount(extensionDetail, async ({ params, query, signal }) => {
    const { data, warnings } = await upstream.getExtension(
      { ext: params.ext, agentId: query.agentId },
      { signal },
    )
    return { extension: toExtension(data), warnings: toWarnings(warnings) }
  })

  mount(extensionLanguage, async ({ params, signal }) => {
    const { data, warnings } = await upstream.getExtensionLanguage(params, { signal })
    return { langCode: data.langCode, langCodeTxt: data.langCodeTxt, warnings: toWarnings(warnings) }
  })
}
