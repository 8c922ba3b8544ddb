import { existsSync } from 'node:fs'
import { chromium } from '@playwright/test'
import { installPackage } from '../system-package.ts'

const usual = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
]
const isRoot = process.getuid?.() === 0

const found = (): string | undefined =>
  [process.env['CHROMIUM_PATH'] ?? '', ...usual, chromium.executablePath()].find(
    (path) => path !== '' && existsSync(path),
  )

/** A Chromium to test in: the one named, one that is installed, Playwright's own, or the system's package. */
export function findChromium(): string {
  const known = found()
  if (known !== undefined) return known
  installPackage('chromium')
  const installed = found()
  if (installed === undefined)
    throw new Error('No Chromium was found. Install one, or name it in CHROMIUM_PATH.')
  return installed
}

/** Nothing but the console is to be asked by the browser. */
export const launchFlags = [
  ...(isRoot ? ['--no-sandbox'] : []),
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]
