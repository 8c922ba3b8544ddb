import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { chromium } from '@playwright/test'
import { fetchPackage } from '../npm-package.ts'
import { installPackage } from '../system-package.ts'

/** The headless shell comes first, because it takes a quarter less time for a page. */
const usual = [
  '/usr/bin/chromium-headless-shell',
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

/** Starts the browser with its own libraries and fonts, for machines that have none. */
const launcher = `#!/bin/sh
here=$(dirname "$0")
[ -e /etc/fonts/fonts.conf ] || export FONTCONFIG_FILE="$here/fonts.conf"
LD_LIBRARY_PATH="$here/lib" exec "$here/headless" "$@"
`

/** Unpacks the package, which holds compressed files only. */
function unpackChromium(folder: string): void {
  const bin = join(folder, 'bin')
  const unpacked = (name: string) => brotliDecompressSync(readFileSync(join(bin, name)))
  for (const name of ['al2023.tar.br', 'fonts.tar.br', 'swiftshader.tar.br'])
    execFileSync('tar', ['-xC', bin], { input: unpacked(name) })
  writeFileSync(
    join(bin, 'fonts.conf'),
    '<fontconfig><dir prefix="relative">fonts</dir><cachedir prefix="xdg">fontconfig</cachedir></fontconfig>',
  )
  writeFileSync(join(bin, 'headless'), unpacked('chromium.br'), { mode: 0o755 })
  writeFileSync(join(bin, 'chromium'), launcher, { mode: 0o755 })
}

/** Fetches Chromium from npm on Linux x64, otherwise with Playwright's own download. `undefined` when neither works. */
function fetchChromium(): string | undefined {
  if (process.platform === 'linux' && process.arch === 'x64') {
    const folder = fetchPackage('@sparticuz/chromium', '153.0.0', unpackChromium)
    if (folder !== null) return join(folder, 'bin/chromium')
  }
  process.stderr.write('Fetching a Chromium with "playwright install chromium", once …\n')
  const playwright = join(import.meta.dirname, '../../node_modules/@playwright/test/cli.js')
  try {
    execFileSync(process.execPath, [playwright, 'install', 'chromium'], { stdio: 'ignore' })
  } catch {
    return undefined
  }
  return found()
}

/**
 * Returns the path of a Chromium: from CHROMIUM_PATH, installed, from the system's package, or fetched. Throws when
 * there is none.
 */
export function findChromium(): string {
  const install = () => installPackage('chromium-headless-shell') || installPackage('chromium')
  const browser = found() ?? (install() ? found() : fetchChromium())
  if (browser === undefined)
    throw new Error('No Chromium was found. Install one, or name it in CHROMIUM_PATH.')
  return browser
}

/** Flags that keep the browser from requesting anything but the console. */
export const launchFlags = [
  ...(isRoot ? ['--no-sandbox'] : []),
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** The size of a tab until a test sets another. */
export const viewport = { width: 1280, height: 800 }
