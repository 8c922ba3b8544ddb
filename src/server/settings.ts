import { changeSettings, readSettings } from '#contract/settings.ts'
import type { AppDeps } from './app.ts'
import type { Mount } from './mount.ts'

export function mountSettings({ mount }: Mount, { settings }: AppDeps): void {
  mount(readSettings, () => settings.read())
  mount(changeSettings, ({ body }) => settings.change(body))
}
