import { expect, test } from './console-test.ts'
import { sampleParameters } from './pages.ts'

const { ext, agentUuid } = sampleParameters

for (const [path, content] of [
  ['/users', 'main tbody td:not([aria-hidden])'],
  ['/inventory', 'main tbody td:not([aria-hidden])'],
  ['/jobs', 'main [aria-live], main tbody td'],
  ['/overview', 'main dl.mantine-SimpleGrid-root dd'],
  [`/extensions/${ext}`, 'main dl dd'],
  [`/agents/${agentUuid}`, 'main tbody td:not([aria-hidden])'],
] as const)
  test(`the page ${path} is preloaded: no script is fetched late, no read is sent twice`, async ({
    page,
    signIn,
  }) => {
    const scripts: string[] = []
    const reads: string[] = []
    await signIn('admin', '/account')
    page.on('request', (request) => {
      const { pathname, search } = new URL(request.url())
      if (pathname.startsWith('/assets/') && pathname.endsWith('.js')) scripts.push(pathname)
      if (pathname.startsWith('/api/')) reads.push(pathname + search)
    })
    const answer = await page.goto(path)
    await page.locator(content).first().waitFor()
    const html = (await answer?.text()) ?? ''
    expect(scripts.filter((each) => !html.includes(each))).toEqual([])
    const preloaded = [...html.matchAll(/as="fetch" crossorigin href="([^"]+)"/g)].map(([, url = '']) =>
      url.replaceAll('&amp;', '&'),
    )
    expect(preloaded).not.toEqual([])
    for (const url of preloaded) expect(reads.filter((each) => each === url)).toEqual([url])
  })
