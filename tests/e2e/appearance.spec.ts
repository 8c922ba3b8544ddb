import type { Locator, Page } from '@playwright/test'
import { expect, fillSignIn, test } from './console-test.ts'
import { showScheme, tooWide } from './page-checks.ts'

/** Returns an element's look without values that depend on this machine's fonts: the height only when the text has one line. */
const looksOf = (element: Locator, isOneLine: boolean) =>
  element.evaluate((node, withHeight) => {
    const style = getComputedStyle(node)
    return [
      ...(withHeight ? [`${Math.round(node.getBoundingClientRect().height)} px`] : []),
      `${style.fontWeight} ${style.fontSize}`,
      style.color,
      `on ${style.backgroundColor}`,
      style.borderTopStyle === 'none' ? 'no border' : `${style.borderTopWidth} ${style.borderTopColor}`,
      `radius ${style.borderTopLeftRadius}`,
    ].join(', ')
  }, isOneLine)

/** Returns the look of each part, first in the light and then in the dark scheme. */
async function looksInBothSchemes(page: Page, parts: Record<string, Locator>, isOneLine = true) {
  const looks: Record<string, string[]> = {}
  for (const colorScheme of ['light', 'dark'] as const) {
    await showScheme(page, colorScheme)
    for (const [name, part] of Object.entries(parts))
      (looks[name] ??= []).push(await looksOf(part.first(), isOneLine))
  }
  return looks
}

/** Counts the different widths of the ten digits in the element's font, each digit repeated twenty times. */
const widthsOf = (element: Locator) =>
  element.evaluate((node) => {
    const { font, fontVariantNumeric } = getComputedStyle(node)
    const probe = document.createElement('span')
    Object.assign(probe.style, { font, fontVariantNumeric, position: 'absolute', whiteSpace: 'pre' })
    document.body.append(probe)
    const widths = Array.from({ length: 10 }, (_, digit) => {
      probe.textContent = String(digit).repeat(20)
      return probe.getBoundingClientRect().width.toFixed(1)
    })
    probe.remove()
    return new Set(widths).size
  })

test('keeps the look of buttons, fields, rows and badges, with digits of one width', async ({
  page,
  signIn,
}) => {
  await signIn('admin', '/users')
  const table = page.getByRole('table', { name: 'Users' })
  await expect(table.getByRole('button').first()).toBeVisible()
  const own = table.getByRole('row').filter({ has: page.getByText('you', { exact: true }) })
  const parts = {
    'primary button': page.getByRole('button', { name: 'Invite user' }),
    'default button': page.getByRole('button', { name: 'View', exact: true }),
    field: page.getByRole('textbox', { name: 'Name or email' }),
    'header cell': table.getByRole('columnheader'),
    cell: table.getByRole('cell').nth(1),
    // The state of the own user; other tests may have invited more.
    badge: own.locator('.mantine-Badge-root').last(),
  }
  for (const part of Object.values(parts)) expect(await widthsOf(part.first())).toBe(1)
  const heights = await table
    .locator('tbody tr')
    .evaluateAll((rows) => rows.map((row) => Math.round(row.getBoundingClientRect().height)))
  expect(Math.max(...heights)).toBeLessThanOrEqual(33)
  expect(await looksInBothSchemes(page, parts)).toEqual({
    'primary button': [
      '36 px, 500 14px, rgb(255, 255, 255), on rgb(59, 91, 219), 1px rgba(0, 0, 0, 0), radius 4px',
      '36 px, 500 14px, rgb(255, 255, 255), on rgb(59, 91, 219), 1px rgba(0, 0, 0, 0), radius 4px',
    ],
    'default button': [
      '36 px, 500 14px, rgb(0, 0, 0), on rgb(255, 255, 255), 1px rgb(206, 212, 218), radius 4px',
      '36 px, 500 14px, rgb(255, 255, 255), on rgb(46, 46, 46), 1px rgb(66, 66, 66), radius 4px',
    ],
    field: [
      '36 px, 400 14px, rgb(0, 0, 0), on rgb(255, 255, 255), 1px rgb(206, 212, 218), radius 4px',
      '36 px, 400 14px, rgb(201, 201, 201), on rgb(46, 46, 46), 1px rgb(66, 66, 66), radius 4px',
    ],
    'header cell': [
      '30 px, 600 13px, rgb(92, 99, 106), on rgb(248, 249, 250), no border, radius 0px',
      '30 px, 600 13px, rgb(166, 167, 171), on rgb(36, 36, 36), no border, radius 0px',
    ],
    cell: [
      '32 px, 400 14px, rgb(0, 0, 0), on rgb(255, 255, 255), no border, radius 0px',
      '32 px, 400 14px, rgb(201, 201, 201), on rgb(26, 26, 26), no border, radius 0px',
    ],
    badge: [
      '20 px, 500 11px, rgb(0, 0, 0), on rgb(255, 255, 255), 1px rgb(206, 212, 218), radius 1000px',
      '20 px, 500 11px, rgb(255, 255, 255), on rgb(46, 46, 46), 1px rgb(66, 66, 66), radius 1000px',
    ],
  })
})

test('keeps the look of empty and failed lists, alerts and cards', async ({ page, signIn }) => {
  const sign = { sign: page.locator('main [data-tone] > span') }
  await signIn('admin', '/extensions/idle?ext=777')
  await expect(page.getByRole('heading', { name: 'No results for these filters' })).toBeVisible()
  const empty = await looksInBothSchemes(page, sign)
  await page.route('**/api/jobs?*', (route) =>
    route.fulfill({
      // The console does not retry this status, unlike temporary errors.
      status: 400,
      contentType: 'application/problem+json',
      json: { type: 'about:blank', title: 'wrong', status: 400, code: 'bad-request', requestId: null },
    }),
  )
  await page.goto('/jobs')
  await expect(page.getByRole('heading', { level: 2 })).toBeVisible()
  const failed = await looksInBothSchemes(page, sign)
  await page.goto('/jobs/new?numbers=8701,%207')
  await expect(page.getByRole('alert').first()).toBeVisible()
  const boxes = {
    alert: page.locator('main .mantine-Alert-root'),
    card: page.locator('main .mantine-Paper-root'),
  }
  const plan = await looksInBothSchemes(page, boxes, false)
  // With text twice as large, the choices scroll, not the page.
  await page.setViewportSize({ width: 390, height: 844 })
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '200%'
  })
  expect(await page.evaluate(tooWide)).toEqual([])
  expect({ empty, failed, ...plan }).toEqual({
    empty: {
      sign: [
        '56 px, 400 16px, rgb(92, 99, 106), on rgb(248, 249, 250), 1px rgb(222, 226, 230), radius 50%',
        '56 px, 400 16px, rgb(166, 167, 171), on rgb(36, 36, 36), 1px rgb(59, 59, 59), radius 50%',
      ],
    },
    failed: {
      sign: [
        '56 px, 400 16px, rgb(201, 42, 42), on rgb(255, 245, 245), 1px rgb(255, 201, 201), radius 50%',
        '56 px, 400 16px, rgb(255, 135, 135), on rgb(52, 23, 23), 1px rgb(95, 35, 35), radius 50%',
      ],
    },
    alert: [
      '400 16px, rgb(184, 134, 11), on rgba(0, 0, 0, 0), 1px rgb(184, 134, 11), radius 4px',
      '400 16px, rgb(255, 212, 59), on rgba(0, 0, 0, 0), 1px rgb(255, 212, 59), radius 4px',
    ],
    card: [
      '400 16px, rgb(0, 0, 0), on rgb(255, 255, 255), 1px rgb(222, 226, 230), radius 4px',
      '400 16px, rgb(201, 201, 201), on rgb(36, 36, 36), 1px rgb(66, 66, 66), radius 4px',
    ],
  })
})

test('centers the loader of a button, also without motion', async ({ page, product }) => {
  await page.goto(product.url)
  const isSeen = Promise.withResolvers<undefined>()
  await page.route('**/api/auth/sign-in/email', async (route) => {
    await isSeen.promise
    await route.abort()
  })
  await fillSignIn(page, product.accounts.admin)
  const loader = page.locator('button[data-loading] .mantine-Button-loader')
  await expect(loader).toBeVisible()
  const offset = await loader.evaluate((element) => {
    const [inner, outer] = [element, element.closest('button')].map((each) => each?.getBoundingClientRect())
    return inner === undefined || outer === undefined
      ? NaN
      : Math.max(
          Math.abs(inner.x + inner.width / 2 - outer.x - outer.width / 2),
          Math.abs(inner.y + inner.height / 2 - outer.y - outer.height / 2),
        )
  })
  expect(offset).toBeLessThan(2)
  isSeen.resolve(undefined)
})

test('animates neither a scheme change nor a loading page when reduced motion is requested', async ({
  page,
  signIn,
}) => {
  const animated = () =>
    page.evaluate(() => document.getAnimations().map((each) => each.effect?.getComputedTiming().duration))
  await signIn('admin', '/users')
  await expect(page.getByRole('table', { name: 'Users' }).getByRole('button').first()).toBeVisible()
  await showScheme(page, 'dark')
  expect(await animated()).toEqual([])
  const held = Promise.withResolvers<void>()
  await page.route('**/api/{extensions/1000,jobs?*}', async (route) => {
    await held.promise
    await route.continue()
  })
  await page.goto('/jobs')
  await expect(page.locator('main [aria-busy=true]').first()).toBeVisible()
  expect(await animated()).toEqual([])
  await page.goto('/extensions/1000')
  await expect(page.locator('main .mantine-Skeleton-root').first()).toBeVisible()
  expect(await animated()).toEqual([])
  held.resolve()
})
