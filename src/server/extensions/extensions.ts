import { extensionDetail, extensionLanguage, firstIdle, idleExtensions } from '#contract/extensions.ts'
import type { AppDeps } from '../app.ts'
import type { Mount } from '../http/mount.ts'
import { toAgent, toExtension, toWarnings } from './records.ts'

/** A key that could name a secret: its value stays here (trust 3.7). */
const secretKey = /pass|pwd|secret|token|key|ha1|auth|cred/i
const longestValue = 200

/** A short scalar as text; anything else, and anything that could be or repeats one of the `secrets`, as null. */
function shownValue(key: string, value: unknown, secrets: readonly unknown[]): string | null {
  if (secretKey.test(key) || secrets.includes(value)) return null
  if (typeof value === 'string') return value.slice(0, longestValue)
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : null
}

/** A scalar of an undocumented answer as text. */
const scalarText = (value: unknown): string | null =>
  typeof value === 'string' ? value : typeof value === 'number' ? String(value) : null

export function mountExtensions({ mount }: Mount, { upstream }: AppDeps): void {
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
    const { langCode, langCodeTxt, ...others } = data
    const secrets = Object.entries(others).flatMap(([key, value]) => (secretKey.test(key) ? [value] : []))
    return {
      langCode: scalarText(langCode),
      langCodeTxt: scalarText(langCodeTxt),
      others: Object.entries(others)
        .slice(0, 50)
        .map(([key, value]) => ({ key: key.slice(0, 64), value: shownValue(key, value, secrets) })),
      warnings: toWarnings(warnings),
    }
  })
}
