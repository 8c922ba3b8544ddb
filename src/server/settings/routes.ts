import { changeSettings, readSettings } from '#contract/settings.ts'
import { auditedChange } from '../audit/audited.ts'
import type { Mount } from '../platform/http/mount.ts'
import { actorOf } from '../platform/http/caller.ts'
import type { SettingsParts } from './store.ts'

export function mountSettings({ mount }: Mount, { read, change, audit }: SettingsParts): void {
  mount(readSettings, () => read())
  mount(changeSettings, (call) => {
    const what = { actor: actorOf(call), action: 'settings.change', object: JSON.stringify(call.body) }
    return auditedChange(audit, what, async (transaction, write) => {
      const { before, after } = await change(transaction, call.body)
      const changed = Object.entries(before).flatMap(([name, value]) => {
        const next: unknown = Reflect.get(after, name)
        return next === value ? [] : [[name, [value, next]]]
      })
      const reason = changed.length === 0 ? null : JSON.stringify(Object.fromEntries(changed))
      await write([{ ...what, reason, result: 'done' }])
      return after
    })
  })
}
