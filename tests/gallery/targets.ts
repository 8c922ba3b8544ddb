import { copyFileSync, existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Locator, Page } from '@playwright/test'
import type { Role } from '../e2e/console-test.ts'
import type { View } from './pictures.ts'

/** A folder with pictures of the pages as they should be, each named as in `targets`. Without it, the gallery has only ours. */
const folderOfTargets = process.env['GALLERY_TARGETS']

interface Target {
  role: Role
  path: string
  /** Leads from the path to what the picture shows. `say` chooses the words of the page's language. */
  visit?: (page: Page, say: (english: string, chinese: string) => string) => Promise<void>
}

const sheet = {
  name: 'support-december.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from(
    '分机号,姓名,工号,部门,备注\n8401,王伟,1801,Sales,\n84O4,张伟,6404,Sales,前台\n8411,刘洋,6411,Sales,\n8411,刘洋,6411,,\n1010,Pavel Novák,6408,,\n',
  ),
}
const dialogOf = (page: Page): Locator => page.getByRole('dialog')

const openReserve: NonNullable<Target['visit']> = async (page, say) => {
  await page
    .getByRole('button', { name: say('Reserve a number', '预留号码'), exact: true })
    .first()
    .click()
  await dialogOf(page).waitFor()
}
const searchPerson =
  (name: string): NonNullable<Target['visit']> =>
  async (page, say) => {
    await openReserve(page, say)
    await dialogOf(page).getByRole('combobox').first().fill(name)
    await page.getByRole('option', { name: say('New colleague', '新同事') }).waitFor()
  }
const readSheet: NonNullable<Target['visit']> = async (page, say) => {
  await page.locator('input[type=file]').setInputFiles(sheet)
  await page.getByText(say('Checked at the service', '已在服务中检查')).first().waitFor()
}

/** Where ours is of each picture of a page as it should be. */
export const targets: Readonly<Record<string, Target>> = {
  '01-numbers': { role: 'admin', path: '/numbers?number=1010' },
  '01-numbers-390': { role: 'supervisor', path: '/numbers?state=free&search=*88' },
  '01-numbers-run': { role: 'admin', path: '/numbers?state=free&search=5+in+a+row' },
  '01-numbers-pools': { role: 'admin', path: '/numbers/pools' },
  '02-extension': { role: 'admin', path: '/extensions/1010' },
  '02-extension-390': { role: 'supervisor', path: '/extensions/1004' },
  '03-overview': { role: 'admin', path: '/overview' },
  '04-my-team': { role: 'supervisor', path: '/team' },
  '05-hold': { role: 'supervisor', path: '/team', visit: openReserve },
  '05-hold-person': { role: 'supervisor', path: '/team', visit: searchPerson('陈') },
  '05-hold-done': {
    role: 'supervisor',
    path: '/team',
    visit: async (page, say) => {
      await searchPerson('Zoe Zimmermann')(page, say)
      await page.getByRole('option', { name: say('New colleague', '新同事') }).click()
      await dialogOf(page)
        .getByRole('button', { name: new RegExp(`^${say('Reserve', '预留')} \\d+$`) })
        .click()
      await dialogOf(page)
        .getByRole('button', { name: say('Done', '完成') })
        .waitFor()
    },
  },
  '06-import-columns': { role: 'admin', path: '/jobs/import', visit: readSheet },
  '06-import-check': {
    role: 'admin',
    path: '/jobs/import',
    visit: async (page, say) => {
      await readSheet(page, say)
      await page
        .getByRole('region', { name: say('Columns', '列') })
        .getByRole('button', { name: say('Done', '完成') })
        .click()
    },
  },
  '07-connect-address': { role: 'admin', path: '/service' },
  '08-palette': {
    role: 'admin',
    path: '/numbers',
    visit: async (page) => {
      await page.keyboard.press('Control+k')
      await dialogOf(page).getByRole('combobox').fill('1010')
      await page.getByRole('option', { name: '1010 →' }).first().waitFor()
    },
  },
}

/** Shows what the target's picture shows, in the view's language. */
export async function visitTarget(page: Page, view: View): Promise<void> {
  await targets[view.page]?.visit?.(page, (english, chinese) => (view.language === 'zh' ? chinese : english))
}

/** Copies the picture of a page as it should be into the gallery. Returns its name, `null` without one. */
export function copyTarget(folder: string, page: string): string | null {
  if (folderOfTargets === undefined) return null
  const name = `${page}.png`
  if (!existsSync(join(folderOfTargets, name))) return null
  copyFileSync(join(folderOfTargets, name), join(folder, `target-${name}`))
  return `target-${name}`
}
