import { onTestFinished } from 'vitest'

/** The jsdom instance, which vitest exposes as a global. */
declare const jsdom: {
  virtualConsole: Record<'on' | 'off', (event: 'jsdomError', hear: (fault: Error) => void) => void>
}

/**
 * Returns a function that counts the reloads of the page in this test. jsdom cannot reload, and reports each attempt
 * as an error.
 */
export function countReloads(): () => number {
  let count = 0
  const hear = ({ message }: Error) => {
    if (message.includes('navigation to another Document')) count += 1
  }
  jsdom.virtualConsole.on('jsdomError', hear)
  onTestFinished(() => jsdom.virtualConsole.off('jsdomError', hear))
  return () => count
}
