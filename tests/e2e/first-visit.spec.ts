import { expect, test, waitForFirstCrawl } from './console-test.ts'
import { sampleParameters } from './pages.ts'

const { ext, agentUuid } = sampleParameters
const row = 'main tbody td:not([aria-hidden])'

const visits = [
  ['/users', 'UsersPage', '/api/users', row],
  ['/numbers', 'NumbersPage', '/api/numbers', row],
  ['/jobs', 'JobsPage', '/api/jobs', `${row}, main h2`],
  ['/overview', 'OverviewPage', '/api/capacity', row],
  ['/team', 'TeamPage', '/api/team', 'main h1'],
  [`/extensions/${ext}`, 'ExtensionPage', '/api/extensions/:ext', 'main dl dd'],
  [`/people/${agentUuid}`, 'PersonPage', '/api/people/:agentUuid/extensions', 'main dl dd'],
] as const
/** First reads of the pages where people land. */
const landings = [
  ['/numbers', '/api/numbers'],
  ['/overview', '/api/capacity'],
  ['/team', '/api/team'],
  [`/extensions/${ext}`, `/api/extensions/${ext}`],
  [`/people/${agentUuid}`, `/api/people/${agentUuid}`],
] as const

test('preloads the script of each page, and sends the first read of each once', async ({
  page,
  product,
  signIn,
}) => {
  await signIn('admin')
  // The page refetches when the crawler discovers numbers, so wait for the first crawl.
  await waitForFirstCrawl(page)
  for (const [path, script, route, content] of visits) {
    const written = product.output().length
    const answer = await page.goto(path)
    expect(await answer?.text()).toContain(`<link rel="modulepreload" crossorigin href="/assets/${script}-`)
    await page.locator(content).first().waitFor()
    const reads = () => product.output().slice(written).split(`"method":"GET","route":"${route}"`).length - 1
    // The header of every page reads the open jobs.
    await expect.poll(reads, path).toBe(path === '/jobs' ? 2 : 1)
  }
})

test('starts the first reads of a page with its script, before it renders', async ({ page, signIn }) => {
  await signIn('admin')
  await using _marks = await page.addInitScript(() => {
    new MutationObserver((_changes, observer) => {
      if (document.querySelector('main') === null) return
      performance.mark('rendered')
      observer.disconnect()
    }).observe(document, { childList: true, subtree: true })
  })
  for (const [path, read] of landings) {
    await page.goto(path)
    await page.locator('main h1').waitFor()
    const startOf = () =>
      page.evaluate((wanted) => {
        const reads = performance.getEntriesByType('resource')
        const start = reads.find(({ name }) => new URL(name).pathname === wanted)?.startTime
        const rendered = performance.getEntriesByName('rendered')[0]?.startTime
        return start === undefined || rendered === undefined ? null : Math.sign(start - rendered)
      }, read)
    await expect.poll(startOf, { message: path }).not.toBeNull()
    expect(await startOf(), path).toBe(-1)
  }
})
