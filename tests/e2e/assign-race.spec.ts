import type { Page } from '@playwright/test'
import { agentWithoutExtension, ask, expect, test } from './console-test.ts'

const rounds = 100

interface Asked {
  path: string
  body: object
}

/** Asks the BFF to do something, as the page does; the text of its answer. */
const act = (page: Page, asked: Asked): Promise<string> =>
  page.evaluate(async ({ path, body }) => {
    const headers = { 'content-type': 'application/json', 'x-console': '1' }
    return (await fetch(path, { method: 'POST', headers, body: JSON.stringify(body) })).text()
  }, asked)

/** The other supervisor: invited, signed in on a page of her own, with a password of her own. */
async function invite(admin: Page, page: Page): Promise<void> {
  const email = `second-${Date.now()}@example.com`
  const answer = await act(admin, {
    path: '/api/users',
    body: { email, name: 'Second Supervisor', role: 'supervisor' },
  })
  const [current = ''] = answer.match(/(?<="password":")[^"]+/) ?? []
  await page.goto('/sign-in')
  await act(page, { path: '/api/auth/sign-in/email', body: { email, password: current } })
  await act(page, { path: '/api/account/password', body: { current, next: 'quite another long one' } })
}

/** Has the page show a number, without loading the console anew, and waits until it can be reserved or is. */
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
        // A console whose machine is busy may turn a page away; who wants on tries again.
        if (tries % 300 === 0) button('Try again')?.click()
        await new Promise((resolve) => setTimeout(resolve, 10))
      }
    },
    { path: `/assign?agentUuid=${agentUuid}&numbers=${ext}&start=5799`, number: ext },
  )

/** Presses the button, and gives what the page then says; what it says already where the other was seen to be first. */
const press = (page: Page, ext: string): Promise<string> =>
  page.evaluate(async (number) => {
    const button = [...document.querySelectorAll('button')].find(
      ({ textContent }) => textContent === `Reserve ${number}`,
    )
    if (button === undefined)
      return [...document.querySelectorAll('section p')].map(({ textContent }) => textContent).join('\n')
    button.click()
    const told = () => document.querySelector('section [role="alert"]')?.textContent ?? ''
    for (let tries = 0; !told().includes(number) && tries < 6_000; tries++)
      await new Promise((resolve) => setTimeout(resolve, 10))
    return told()
  }, ext)

test(`${rounds} rounds of two supervisors in two browsers for one number: never both`, async ({
  openAs,
  browser,
  product,
}) => {
  const admin = await openAs('admin')
  const one = await openAs('supervisor')
  const context = await browser.newContext({ baseURL: product.url, locale: 'en-GB' })
  const two = await context.newPage()
  await invite(admin, two)
  const agent = await agentWithoutExtension(one)
  const idle = await Promise.all(
    ['57', '58', '59'].map((start) => ask(one, `/api/extensions/idle?ext=${start}&pageSize=1000`)),
  )
  const numbers = JSON.stringify(idle).match(/(?<="ext":")\d+/g) ?? []
  expect(numbers.length).toBeGreaterThanOrEqual(rounds)
  const pages = [
    { page: one, agentUuid: agent.uuid },
    { page: two, agentUuid: '9348ee74c2cefd4740db23a3b5bf4a0d' },
  ]
  for (const { page } of pages) {
    await page.goto('/assign')
    await expect(page.getByRole('heading', { level: 1, name: 'Assign a number' })).toBeVisible()
  }
  let wonByOne = 0
  for (const ext of numbers.slice(0, rounds)) {
    await Promise.all(pages.map(({ page, agentUuid }) => show(page, agentUuid, ext)))
    const told = await Promise.all(pages.map(({ page }) => press(page, ext)))
    const lost = told.map(
      (text) =>
        / was reserved .+ by (Demo|Second) Supervisor for .+, until /.test(text) ||
        / is reserved for .+ by (Demo|Second) Supervisor until /.test(text),
    )
    const won = told.map((text, page) => lost[page] === false && / is reserved for .+ until /.test(text))
    expect([told, won.filter(Boolean).length]).toEqual([told, 1])
    expect([told, lost]).toEqual([told, won.map((each) => !each)])
    if (won[0] === true) wonByOne++
  }
  const { items } = await ask(one, '/api/assignments?state=reserved&pageSize=1000')
  const reserved = JSON.stringify(items).match(/(?<="ext":")5[789]\d+/g) ?? []
  const raced = numbers.slice(0, rounds)
  expect(reserved.filter((ext) => raced.includes(ext)).toSorted()).toEqual(raced.toSorted())
  expect(wonByOne).toBeGreaterThan(0)
  expect(wonByOne).toBeLessThan(rounds)
  await context.close()
})
