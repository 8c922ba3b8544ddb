import { expect, test, waitForFirstCrawl } from './console-test.ts'
import { sampleParameters } from './pages.ts'

const { ext, agentUuid } = sampleParameters
const row = 'main tbody td:not([aria-hidden])'

const visits = [
  ['/users', 'UsersPage', '/api/users', row],
  ['/numbers', 'NumbersPage', '/api/numbers', row],
  ['/jobs', 'JobsPage', '/api/jobs', `${row}, main h2`],
  ['/overview', 'OverviewPage', '/api/capacity', row],
  [`/extensions/${ext}`, 'ExtensionPage', '/api/extensions/:ext', 'main dl dd'],
  [`/people/${agentUuid}`, 'PersonPage', '/api/people/:agentUuid/extensions', 'main dl dd'],
] as const

for (const [path, script, route, content] of visits)
  test(`${path} preloads its script, and sends its first read once`, async ({ page, product, signIn }) => {
    await signIn('admin', '/account')
    // The page refetches when the crawler discovers numbers, so wait for the first crawl.
    await waitForFirstCrawl(page)
    const written = product.output().length
    const answer = await page.goto(path)
    expect(await answer?.text()).toContain(`<link rel="modulepreload" crossorigin href="/assets/${script}-`)
    await page.locator(content).first().waitFor()
    const reads = () => product.output().slice(written).split(`"method":"GET","route":"${route}"`).length - 1
    // The header of every page reads the open jobs.
    await expect.poll(reads).toBe(path === '/jobs' ? 2 : 1)
  })
