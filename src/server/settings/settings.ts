import { changeSettings, readSettings } from '#contract/settings.ts'
import type { Audit } from '../audit/audit-store.ts'
import type { SettingsStore } from './settings-store.ts'
import { audited } from '../audit/audited.ts'
import type { Mount } from '../platform/http/mount.ts'
import { actorOf } from '../platform/http/caller.ts'

export function mountSettings(
  { mount }: Mount,
  { settings, audit }: { settings: SettingsStore; audit: Audit },
): void {
  mount(readSettings, () => settings.read())
  mount(changeSettings, (call) =>
    audited(
      audit,
      { actor: actorOf(call), action: 'settings.change', object: JSON.stringify(call.body) },
      () => settings.change(call.body),
    ),
  )
}
