import { readFileSync } from 'node:fs'
import { BlobReader, configure, TextWriter, ZipReader } from '@zip.js/zip.js'
import Papa from 'papaparse'
import { atService, plan, jobStatus, start } from './bulk.ts'
import { expect, test } from './console-test.ts'
import { expectToFitPaper } from './page-checks.ts'
import { stepUp } from './reveal.ts'

configure({ useWebWorkers: false })

/** Returns the accounts in the archive as rows. Throws on a wrong passphrase. */
async function openArchive(file: string, password?: string): Promise<Record<string, string>[]> {
  const zip = new ZipReader(
    new BlobReader(new Blob([readFileSync(file)])),
    password === undefined ? {} : { password },
  )
  const [entry, ...more] = await zip.getEntries()
  if (entry === undefined || entry.directory) throw new Error('a file was expected')
  expect([more.length, entry.encrypted]).toEqual([0, true])
  const text = await entry.getData(new TextWriter())
  return Papa.parse<Record<string, string>>(text.replace(/^\uFEFF/, ''), {
    header: true,
    skipEmptyLines: true,
  }).data
}

test('fetches generated passwords as often as needed, encrypted or on paper, and keeps them nowhere else', async ({
  page,
  context,
  product,
  signIn,
}) => {
  const service = atService(product)
  const bodies: string[] = []
  page.on('response', (response) => {
    if (new URL(response.url()).pathname.includes('/credentials')) return
    void response.text().then(
      (text) => bodies.push(text),
      () => undefined,
    )
  })
  await signIn('admin')
  await plan(page, '8581-8583')
  const path = await start(page, 'Phones of the new room')
  await expect(jobStatus(page, 'Complete')).toBeVisible()
  await expect(page.getByText(/^3 passwords, deleted tomorrow \d\d:\d\d$/)).toBeVisible()
  const ownPassword = product.accounts.admin.password
  const fetchIn = async (tab: typeof page, confirm: boolean) => {
    await tab.getByRole('button', { name: 'Download passwords' }).click()
    const dialog = tab.getByRole('dialog', { name: 'Phone passwords' })
    const passphrase = (await dialog.locator('code').textContent()) ?? ''
    const saving = tab.waitForEvent('download')
    await dialog.getByRole('button', { name: 'Download', exact: true }).click()
    if (confirm) await stepUp(tab, ownPassword)
    const file = await (await saving).path()
    await expect(dialog.getByText('The file was downloaded')).toBeVisible()
    // Only this dialog has the passphrase of the file.
    await dialog.getByRole('button', { name: 'Close' }).last().click()
    await tab.getByRole('button', { name: 'Continue without it' }).click()
    return { file, passphrase }
  }
  const { file, passphrase } = await fetchIn(page, false)
  await expect(page.getByText(/^Sent to \S+ as a download today/)).toBeVisible()
  const rows = await openArchive(file, passphrase)
  expect(rows.map(({ ext }) => ext)).toEqual(['8581', '8582', '8583'])
  for (const { ext = '', password } of rows) expect(service.password(ext)).toBe(password)
  await expect(openArchive(file, 'not-the-passphrase-of-it')).rejects.toThrow()
  await expect(openArchive(file)).rejects.toThrow()

  // The same job is open in a second tab.
  const late = await context.newPage()
  await late.goto(path)
  const again = await fetchIn(late, true)
  expect(await openArchive(again.file, again.passphrase)).toEqual(rows)

  const size = page.viewportSize()
  await page.getByRole('button', { name: 'Print welcome sheets' }).click()
  await stepUp(page, ownPassword)
  const cards = page.getByRole('region', { name: 'Welcome sheets' }).getByRole('listitem')
  await expect(cards).toHaveCount(3)
  const secret = page.getByText(rows[0]?.password ?? '', { exact: true })
  await expect(secret).toBeHidden()
  await expectToFitPaper(page)
  await expect(secret).toBeVisible()
  await expect(cards.first().getByRole('img', { name: 'Scan with a softphone' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Phones of the new room' })).toBeHidden()
  // The message that the job has ended could cover a card.
  await expect(page.locator('.mantine-Notifications-root').first()).toHaveCSS('display', 'none')
  await page.emulateMedia({ media: 'screen' })
  if (size !== null) await page.setViewportSize(size)
  await page.getByRole('button', { name: 'Back to the job' }).click()

  await page.getByRole('button', { name: 'I have them' }).click()
  await page.getByRole('button', { name: 'Delete passwords' }).click()
  await expect(page.getByText(/^Passwords deleted today \d\d:\d\d by \S+, who has them$/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Download passwords' })).toHaveCount(0)
  await late.getByRole('button', { name: 'Download passwords' }).click()
  const lateDialog = late.getByRole('dialog', { name: 'Phone passwords' })
  await lateDialog.getByRole('button', { name: 'Download', exact: true }).click()
  await stepUp(late, ownPassword)
  await expect(lateDialog.getByRole('alert')).toContainText('This job has no passwords to download')
  const seen = [
    await page.content(),
    await late.content(),
    page.url(),
    await page.evaluate(() => JSON.stringify([localStorage, sessionStorage])),
    ...bodies,
    product.output(),
  ].join('\n')
  for (const { password = '' } of rows) {
    expect(password).toHaveLength(16)
    expect(seen.includes(password)).toBe(false)
  }
  expect((await page.content()).includes(passphrase)).toBe(false)
})
