import { changeSettings, readSettings } from '#contract/settings.ts'
import type { AppDeps } from './app.ts'
import { audited } from './audit/audited.ts'
import { actorOf, type Mount } from './http/mount.ts'

export function mountSettings({ mount }: Mount, { settings, audit }: AppDeps): void {
  mount(readSettings, () => settings.read())
  mount(changeSettings, (call) =>
    audited(
      audit,
      { actor: actorOf(call), action: 'settings.change', object: JSON.stringify(call.body) },
      () => settings.change(call.body),
    ),
  )
}
