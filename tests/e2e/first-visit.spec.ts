import { expect, test } from './console-test.ts'
import { sampleParameters } from './pages.ts'

const { ext, agentUuid } = sampleParameters
const row = 'main tbody td:not([aria-hidden])'

/** Path, script, first read (its path, if the page is one where people land, and its route), content. */
const visits = [
  ['/users', 'UsersPage', null, '/api/users', row],
  ['/numbers', 'NumbersPage', '/api/numbers', '/api/numbers', row],
  ['/jobs', 'JobsPage', null, '/api/jobs', `${row}, main h2`],
  ['/overview', 'OverviewPage', '/api/capacity', '/api/capacity', row],
  ['/team', 'TeamPage', '/api/team', '/api/team', 'main h1'],
  [`/extensions/${ext}`, 'ExtensionPage', `/api/extensions/${ext}`, '/api/extensions/:ext', 'main dl dd'],
  [
    `/people/${agentUuid}`,
    'PersonPage',
    `/api/people/${agentUuid}`,
    '/api/people/:agentUuid/extensions',
    'main dl dd',
  ],
] as const

test('preloads the script of each page, sends its first read once, and on landing pages before it renders', async ({
  page,
  product,
  signIn,
}) => {
  await signIn('admin')
  await using _marks = await page.addInitScript(() => {
    new MutationObserver((_changes, observer) => {
      if (document.querySelector('main') === null) return
      performance.mark('rendered')
      observer.disconnect()
    }).observe(document, { childList: true, subtree: true })
  })
  for (const [path, script, read, route, content] of visits) {
    const written = product.output().length
    const answer = await page.goto(path)
    expect(await answer?.text()).toContain(`<link rel="modulepreload" crossorigin href="/assets/${script}-`)
    await page.locator(content).first().waitFor()
    const reads = () => product.output().slice(written).split(`"method":"GET","route":"${route}"`).length - 1
    // The header of every page reads the open jobs.
    await expect.poll(reads, path).toBe(path === '/jobs' ? 2 : 1)
    if (read === null) continue
    const startOf = () =>
      page.evaluate((wanted) => {
        const all = performance.getEntriesByType('resource')
        const start = all.find(({ name }) => new URL(name).pathname === wanted)?.startTime
        const rendered = performance.getEntriesByName('rendered')[0]?.startTime
        return start === undefined || rendered === undefined ? null : Math.sign(start - rendered)
      }, read)
    await expect.poll(startOf, { message: path }).not.toBeNull()
    expect(await startOf(), path).toBe(-1)
  }
})
