import { changeSettings, readSettings, type Settings } from '#contract/settings.ts'
import type { Audit } from '../audit/audit-store.ts'
import { auditedChange } from '../audit/audited.ts'
import type { Mount } from '../platform/http/mount.ts'
import { actorOf } from '../platform/http/caller.ts'
import type { SettingsStore } from './store.ts'

/** The changed settings, before and after, as JSON for the audit; null for none. */
function changeText({ before, after }: Record<'before' | 'after', Settings>): string | null {
  const changed = Object.entries(before).flatMap(([name, value]) => {
    const next: unknown = Reflect.get(after, name)
    return next === value ? [] : [[name, [value, next]]]
  })
  return changed.length === 0 ? null : JSON.stringify(Object.fromEntries(changed))
}

export function mountSettings({ mount }: Mount, settings: SettingsStore, audit: Audit): void {
  mount(readSettings, () => settings.read())
  mount(changeSettings, async (call) => {
    const what = { actor: actorOf(call), action: 'settings.change', object: JSON.stringify(call.body) }
    const change = await auditedChange(
      audit,
      what,
      (transaction) => settings.change(transaction, call.body),
      changeText,
    )
    return change.after
  })
}
