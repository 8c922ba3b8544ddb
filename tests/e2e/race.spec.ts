import type { Page } from '@playwright/test'
import { agentWithoutExtension, ask, expect, test } from './console-test.ts'
import { invite } from './invite.ts'

/** The endurance run plays a hundred rounds. */
const rounds = process.env['FULL_COUNTS'] === '1' ? 100 : 5

/** Shows a number without reloading the page, and waits until it can be reserved or is already reserved. */
const show = (page: Page, agentUuid: string, ext: string) =>
  page.evaluate(
    async ({ path, number }) => {
      history.pushState(null, '', path)
      dispatchEvent(new PopStateEvent('popstate', { state: null }))
      const button = (label: string) =>
        [...document.querySelectorAll('button')].find(({ textContent }) => textContent === label)
      const free = () => button(`Reserve ${number}`) !== undefined
      const taken = () =>
        document.querySelector('main')?.textContent.includes(`${number} is reserved for `) === true
      for (let tries = 1; !free() && !taken() && tries < 6_000; tries++) {
        // A busy console may refuse a request of the page.
        if (tries % 300 === 0) button('Try again')?.click()
        await new Promise((resolve) => setTimeout(resolve, 10))
      }
    },
    { path: `/reservations?agentUuid=${agentUuid}&numbers=${ext}&start=5799`, number: ext },
  )

/** Reserves the number. Returns the outcome that the page shows, or its text when the number is already reserved. */
const press = (page: Page, ext: string): Promise<string> =>
  page.evaluate(async (number) => {
    const button = () =>
      [...document.querySelectorAll('button')].find(({ textContent }) => textContent === `Reserve ${number}`)
    const outcome = () => document.querySelector('section [role="alert"]')?.textContent ?? ''
    const isOver = () => outcome().includes(number) || button() === undefined
    for (let tries = 0; !isOver() && tries < 6_000; tries++) {
      // A busy console may refuse the request; another click sends it again unchanged.
      if (tries % 300 === 0) button()?.click()
      await new Promise((resolve) => setTimeout(resolve, 10))
    }
    if (outcome().includes(number)) return outcome()
    return [...document.querySelectorAll('section p')].map(({ textContent }) => textContent).join('\n')
  }, ext)

test(`gives a number to one of two supervisors who reserve it at once, ${rounds} rounds`, async ({
  openAs,
  browser,
  product,
}) => {
  if (rounds > 5) test.setTimeout(rounds * 5_000)
  const admin = await openAs('admin')
  const one = await openAs('supervisor')
  const context = await browser.newContext({ baseURL: product.url, locale: 'en-GB' })
  const two = await context.newPage()
  await invite(admin, two, 'Second Supervisor')
  const agent = await agentWithoutExtension(one)
  const idle = await Promise.all(
    ['57', '58', '59'].map((start) => ask(one, `/api/extensions/idle?ext=${start}&pageSize=1000`)),
  )
  // Other tests of the worker reserve numbers too.
  const earlier = JSON.stringify(await ask(one, '/api/reservations?state=reserved&pageSize=1000'))
  const numbers = (JSON.stringify(idle).match(/(?<="ext":")\d+/g) ?? []).filter(
    (ext) => !earlier.includes(`"ext":"${ext}"`),
  )
  expect(numbers.length).toBeGreaterThanOrEqual(rounds)
  const others = ['Second', 'Demo']
  const pages = [
    { page: one, agentUuid: agent.uuid },
    { page: two, agentUuid: '9348ee74c2cefd4740db23a3b5bf4a0d' },
  ]
  for (const { page } of pages) {
    await page.goto('/reservations')
    await expect(page.getByRole('heading', { level: 1, name: 'Reserve a number' })).toBeVisible()
  }
  for (const ext of numbers.slice(0, rounds)) {
    await Promise.all(pages.map(({ page, agentUuid }) => show(page, agentUuid, ext)))
    const shown = await Promise.all(pages.map(({ page }) => press(page, ext)))
    const lost = shown.map((text, page) =>
      new RegExp(` (was reserved .+|is reserved for .+) by ${others[page]} Supervisor `).test(text),
    )
    const won = shown.map((text, page) => lost[page] === false && / is reserved for .+ until /.test(text))
    expect([shown, won.filter(Boolean).length]).toEqual([shown, 1])
    expect([shown, lost]).toEqual([shown, won.map((each) => !each)])
  }
  const { items } = await ask(one, '/api/reservations?state=reserved&pageSize=1000')
  const reserved = JSON.stringify(items).match(/(?<="ext":")5[789]\d+/g) ?? []
  const raced = numbers.slice(0, rounds)
  expect(reserved.filter((ext) => raced.includes(ext)).toSorted()).toEqual(raced.toSorted())
  await context.close()
})
