import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import react from '@vitejs/plugin-react'
import type { Plugin } from 'vite'
import { defineConfig } from 'vitest/config'
import './src/check-node.js'
import { firstMessages } from './src/first-messages.ts'

/** Writes each script and style sheet compressed beside itself, which the BFF then serves as it is. */
const precompress: Plugin = {
  name: 'precompress',
  apply: 'build',
  // After every other plugin: Vite itself still writes into the chunks when the bundle is generated.
  writeBundle: {
    order: 'post',
    async handler({ dir = 'dist' }, bundle) {
      const names = Object.keys(bundle).filter((name) => /\.(js|css)$/.test(name))
      for (const name of names) {
        const source = await readFile(join(dir, name))
        await writeFile(join(dir, `${name}.br`), await promisify(brotliCompress)(source))
        await writeFile(join(dir, `${name}.gz`), await promisify(gzip)(source))
      }
    },
  },
}

/**
 * Left alone, the bundler makes a chunk of every module that two lazy pages share: 76 files before the first list is seen.
 * Merging those by size makes chunks that import each other, and a page that fails where one needs the other while it loads.
 * So: what the entry imports, the contract, and what lazy parts share, of packages and of our own; each imports only those
 * before it. Charts are shared by few pages and as large as all the rest.
 */
const groups = [
  { name: 'main', tags: ['$initial' as const], priority: 5 },
  { name: 'contract', test: /\/src\/contract\//, priority: 4 },
  // What the shell asks for right after the first view is not to bring along what all pages share.
  {
    name: 'early',
    test: /\/src\/web\/(?:reservations|capacity)\/queries\.ts$/,
    priority: 3,
  },
  {
    name: 'charts',
    test: /\/node_modules\/(?:recharts|@mantine\/charts|d3-|victory-|@reduxjs|react-redux|redux|immer|reselect|es-toolkit|decimal)/,
    minShareCount: 2,
    priority: 3,
  },
  { name: 'packages', test: /\/node_modules\//, minShareCount: 2, priority: 2 },
  { name: 'shared', test: /\/src\//, minShareCount: 2, priority: 1 },
]

/** The bundler would name a shared chunk after all who share it. */
const chunkFileNames = ({ name }: { name: string }) => `assets/${name.split('~')[0] ?? 'chunk'}-[hash].js`

export default defineConfig({
  plugins: [react(), firstMessages, precompress],
  build: {
    outDir: 'dist',
    sourcemap: false,
    // For browsers of before 2023, in which the console does not run.
    modulePreload: { polyfill: false },
    // The one large script is the first list's; tests/built-files.ts holds its budget.
    chunkSizeWarningLimit: 700,
    rolldownOptions: { output: { codeSplitting: { groups }, chunkFileNames } },
  },
  test: {
    // Many tests wait for sockets and processes: on two cores the default is one at a time.
    maxWorkers: 4,
    // These bound a failure; no passing test depends on them, however busy the machine.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 60_000, interval: 20 } },
    projects: [
      {
        extends: true,
        test: {
          name: 'node',
          environment: 'node',
          // A worker loads the server's modules once instead of for each file: 40 % less processor time.
          isolate: false,
          include: ['tests/{contract,upstream,sandbox,server,hostile,rules,web}/**/*.test.ts'],
          globalSetup: 'tests/stores/setup.ts',
        },
      },
      {
        extends: true,
        test: {
          name: 'web',
          environment: 'jsdom',
          // The same for the browser and the packages; tests/web/setup.ts starts the console's own modules again.
          isolate: false,
          globalSetup: 'tests/web/users.ts',
          setupFiles: 'tests/web/setup.ts',
          include: ['tests/web/**/*.test.tsx'],
        },
      },
    ],
  },
})
