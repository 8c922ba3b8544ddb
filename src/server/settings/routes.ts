import { changeSettings, readSettings } from '#contract/settings.ts'
import { audited } from '../audit/audited.ts'
import type { Mount } from '../platform/http/mount.ts'
import { actorOf } from '../platform/http/caller.ts'
import type { SettingsParts } from './store.ts'

export function mountSettings({ mount }: Mount, { read, change, audit }: SettingsParts): void {
  mount(readSettings, () => read())
  mount(changeSettings, (call) =>
    audited(
      audit,
      { actor: actorOf(call), action: 'settings.change', object: JSON.stringify(call.body) },
      () => change(call.body),
    ),
  )
}
