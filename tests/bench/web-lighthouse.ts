import type { Cookie } from '@playwright/test'
import lighthouse, { desktopConfig } from 'lighthouse'

export const categories = ['performance', 'accessibility', 'best-practices'] as const
export type Scores = Record<(typeof categories)[number], number>

/** Lighthouse's scores of a page, 0 to 100, with the session's cookies, in the browser that listens on `port`. */
export async function scores(
  port: number,
  url: string,
  cookies: Cookie[],
  form: 'phone' | 'desktop',
): Promise<Scores> {
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
  const audit = () =>
    lighthouse(
      url,
      {
        port,
        logLevel: 'error',
        onlyCategories: [...categories],
        extraHeaders: cookie === '' ? {} : { cookie },
      },
      form === 'desktop' ? desktopConfig : undefined,
    )
  let result = await audit()
  // It misses the beginning of a trace now and then, and asks to be run again.
  for (let again = 0; again < 3 && result?.lhr.runtimeError !== undefined; again++) result = await audit()
  if (result === undefined || result.lhr.runtimeError !== undefined)
    throw new Error(`Lighthouse: ${result?.lhr.runtimeError?.message ?? 'told nothing'}`)
  const of = (name: keyof Scores) => Math.round((result.lhr.categories[name]?.score ?? 0) * 100)
  return {
    performance: of('performance'),
    accessibility: of('accessibility'),
    'best-practices': of('best-practices'),
  }
}
