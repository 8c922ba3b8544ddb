import { availableParallelism } from 'node:os'
import { defineConfig } from '@playwright/test'
import '../../src/check-node.js'
import { findChromium, launchFlags, viewport } from './chromium.ts'

export default defineConfig({
  testDir: '.',
  outputDir: '../../test-results/e2e',
  forbidOnly: true,
  retries: 0,
  // Each worker has its own browser and console; with two workers, two cores idle for a quarter of the time.
  workers: Math.min(4, Math.max(3, availableParallelism())),
  fullyParallel: true,
  // Limits how long a failure takes: the longest test takes 30 s, and over a minute on a machine half as fast.
  timeout: 120_000,
  use: {
    locale: 'en-GB',
    timezoneId: 'Asia/Shanghai',
    viewport,
    contextOptions: { reducedMotion: 'reduce' },
    // Recording slows down every test; `--trace retain-on-failure` turns it on.
    trace: 'off',
    launchOptions: { executablePath: findChromium(), args: launchFlags },
  },
})
