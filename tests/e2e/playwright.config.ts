import { availableParallelism } from 'node:os'
import { defineConfig } from '@playwright/test'
import '../../src/check-node.js'
import { findChromium, launchFlags } from './chromium.ts'

export default defineConfig({
  testDir: '.',
  outputDir: '../../test-results/e2e',
  forbidOnly: true,
  retries: 0,
  // Each has a browser and a console of its own; with two of them, two cores idle for a quarter of the time.
  workers: Math.min(4, Math.max(3, availableParallelism())),
  fullyParallel: true,
  // Bounds a failure; no passing test depends on it, however busy the machine: the longest takes 25 to 35 s with the cores to itself.
  timeout: 90_000,
  use: {
    locale: 'en-GB',
    timezoneId: 'Asia/Shanghai',
    viewport: { width: 1280, height: 800 },
    contextOptions: { reducedMotion: 'reduce' },
    // Recording costs time in every test; `--trace retain-on-failure` switches it on.
    trace: 'off',
    launchOptions: { executablePath: findChromium(), args: launchFlags },
  },
})
