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
  // Bounds a failure: the longest test takes 20 s, and 31 s beside two busy loops.
  timeout: 45_000,
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
