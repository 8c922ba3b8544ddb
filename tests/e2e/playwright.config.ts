import { defineConfig } from '@playwright/test'
import { findChromium, launchFlags } from './chromium.ts'

export default defineConfig({
  testDir: '.',
  outputDir: '../../test-results',
  forbidOnly: true,
  retries: 0,
  workers: 2,
  fullyParallel: true,
  // Of a machine that two browsers, two consoles and all their services share; what fails for another reason fails no sooner.
  timeout: 300_000,
  expect: { timeout: 30_000 },
  use: {
    locale: 'en-GB',
    timezoneId: 'Asia/Shanghai',
    viewport: { width: 1280, height: 800 },
    trace: 'retain-on-failure',
    launchOptions: { executablePath: findChromium(), args: launchFlags },
  },
})
