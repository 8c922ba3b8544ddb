import { onTestFinished } from 'vitest'

/** The browser of the tests, as vitest gives it. */
declare const jsdom: {
  virtualConsole: Record<'on' | 'off', (event: 'jsdomError', hear: (fault: Error) => void) => void>
}

/** How often the page was to be reloaded in this test: jsdom cannot, and says so. */
export function countReloads(): () => number {
  let count = 0
  const hear = ({ message }: Error) => {
    if (message.includes('navigation to another Document')) count += 1
  }
  jsdom.virtualConsole.on('jsdomError', hear)
  onTestFinished(() => jsdom.virtualConsole.off('jsdomError', hear))
  return () => count
}
