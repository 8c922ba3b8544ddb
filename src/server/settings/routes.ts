import { changeSettings, readSettings, settingNames } from '#contract/settings.ts'
import { auditedChange } from '../audit/audited.ts'
import { changesOf } from '../audit/changes.ts'
import type { Mount } from '../platform/http/mount.ts'
import { actorOf } from '../platform/http/caller.ts'
import type { Console } from '../features.ts'

export function mountSettings({ mount }: Mount, { settings, audit }: Console): void {
  mount(readSettings, () => settings.read())
  mount(changeSettings, async (call) => {
    const { seen = {}, ...changes } = call.body
    const event = { actor: actorOf(call), action: 'settings.change', object: '-', values: changes }
    const change = await auditedChange(
      audit,
      event,
      (transaction) => settings.change(transaction, changes, seen),
      ({ before, after }) => changesOf(before, after, settingNames),
    )
    return change.after
  })
}
