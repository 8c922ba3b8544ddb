import { readFileSync } from 'node:fs'
import { BlobReader, configure, TextWriter, ZipReader } from '@zip.js/zip.js'
import Papa from 'papaparse'
import { atService, plan, jobStatus, start } from './bulk.ts'
import { expect, test } from './console-test.ts'

configure({ useWebWorkers: false })

/** Returns the accounts in the archive as rows; the archive also holds a sheet to print. Throws on a wrong passphrase. */
async function openArchive(file: string, password?: string): Promise<Record<string, string>[]> {
  const zip = new ZipReader(
    new BlobReader(new Blob([readFileSync(file)])),
    password === undefined ? {} : { password },
  )
  const [entry, ...more] = await zip.getEntries()
  if (entry === undefined || entry.directory) throw new Error('a file was expected')
  expect(more.map(({ filename }) => filename)).toEqual(['welcome.html'])
  expect([entry, ...more].every(({ encrypted }) => encrypted)).toBe(true)
  const text = await entry.getData(new TextWriter())
  return Papa.parse<Record<string, string>>(text.replace(/^\uFEFF/, ''), {
    header: true,
    skipEmptyLines: true,
  }).data
}

test('downloads generated passwords once, encrypted, and keeps them nowhere else', async ({
  page,
  context,
  product,
  signIn,
}) => {
  const service = atService(product)
  const bodies: string[] = []
  page.on('response', (response) => {
    if (new URL(response.url()).pathname.endsWith('/credentials')) return
    void response.text().then(
      (text) => bodies.push(text),
      () => undefined,
    )
  })
  await signIn('admin')
  await plan(page, '8581-8583')
  const path = await start(page, 'Phones of the new room')
  await expect(jobStatus(page, 'Complete')).toBeVisible()
  await expect(page.getByText('3 generated passwords can be downloaded once')).toBeVisible()
  const fetchIn = async (tab: typeof page) => {
    await tab.getByRole('button', { name: 'Download passwords' }).click()
    return tab.getByRole('dialog', { name: 'Phone passwords' })
  }
  // The same job is open in a second tab.
  const late = await context.newPage()
  await late.goto(path)
  const lateDialog = await fetchIn(late)
  const dialog = await fetchIn(page)
  const passphrase = (await dialog.locator('code').textContent()) ?? ''
  const saving = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Download and delete' }).click()
  const file = await (await saving).path()
  await expect(dialog.getByText('The file was downloaded')).toBeVisible()
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await expect(page.getByText('can be downloaded once')).toHaveCount(0)

  const rows = await openArchive(file, passphrase)
  expect(rows.map(({ ext }) => ext)).toEqual(['8581', '8582', '8583'])
  for (const { ext = '', password } of rows) expect(service.password(ext)).toBe(password)
  await expect(openArchive(file, 'not-the-passphrase-of-it')).rejects.toThrow()
  await expect(openArchive(file)).rejects.toThrow()

  await lateDialog.getByRole('button', { name: 'Download and delete' }).click()
  await expect(lateDialog.getByRole('alert')).toContainText('There are no passwords left to download')
  await page.reload()
  await expect(jobStatus(page, 'Complete')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Download passwords' })).toHaveCount(0)
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
