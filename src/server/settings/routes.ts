import { changeSettings, readSettings, settingNames } from '#contract/settings.ts'
import type { Audit } from '../audit/audit-store.ts'
import { auditedChange } from '../audit/audited.ts'
import { changesOf } from '../audit/changes.ts'
import type { Mount } from '../platform/http/mount.ts'
import { actorOf } from '../platform/http/caller.ts'
import type { SettingsStore } from './store.ts'

export function mountSettings({ mount }: Mount, settings: SettingsStore, audit: Audit): void {
  mount(readSettings, () => settings.read())
  mount(changeSettings, async (call) => {
    const { seen = {}, ...changes } = call.body
    const what = { actor: actorOf(call), action: 'settings.change', object: '-', values: changes }
    const change = await auditedChange(
      audit,
      what,
      (transaction) => settings.change(transaction, changes, seen),
      ({ before, after }) => changesOf(before, after, settingNames),
    )
    return change.after
  })
}
