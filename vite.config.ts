import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import react from '@vitejs/plugin-react'
import type { Plugin } from 'vite'
import { defineConfig } from 'vitest/config'
import './src/check-node.js'

/** Writes a compressed copy beside each script and style sheet; the BFF serves the copies unchanged. */
const precompress: Plugin = {
  name: 'precompress',
  apply: 'build',
  // After every other plugin: Vite still changes the chunks while it generates the bundle.
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
 * Loads React, Mantine and the icons ahead of the console's own script, so that they run in a separate task: as one script, both
 * blocked a phone for 0.23 s instead of 0.19 s. The framework's file stays the same, and cached, from release to release.
 */
const frameworkFirst: Plugin = {
  name: 'framework-first',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler: (_html, { bundle = {} }) =>
      Object.values(bundle)
        .filter(({ name }) => name === 'framework')
        .map(({ fileName }) => ({
          tag: 'script',
          attrs: { type: 'module', crossorigin: true, src: `/${fileName}` },
          injectTo: 'head-prepend' as const,
        })),
  },
}

/**
 * Writes which module and messages each page of the route table loads, from which the server finds the page's files in the manifest
 * (page-files.ts): a browser would discover them only after running the entry.
 */
const pageModules: Plugin = {
  name: 'page-modules',
  apply: 'build',
  async generateBundle() {
    const table = await readFile(join(import.meta.dirname, 'src/web/app/routes.tsx'), 'utf8')
    const pages = table.matchAll(
      /^ {2}(\w+): \{\s+messages: '([\w-]+)',\s+lazy: async \(\) =>\s+\(await import\('\.\.\/(pages\/[^']+)'\)/gm,
    )
    const modules = [...pages].map(([, name, messages, file]) => [
      name,
      { module: `src/web/${file}`, messages },
    ])
    const source = JSON.stringify(Object.fromEntries(modules))
    this.emitFile({ type: 'asset', fileName: '.vite/pages.json', source })
  },
}

/** What only pages need that read sheets or create many numbers. */
const sheets = /\/src\/(web\/(spreadsheet\/(?!write\/)|pages\/jobs\/)|contract\/numbers-in-text)/

/** React, Mantine and the icons of the first page; the entry's other modules; what at least three pages share; and `sheets`. */
const groups = [
  { name: 'framework', tags: ['$initial' as const], test: /\/node_modules\//, priority: 4 },
  { name: 'main', tags: ['$initial' as const], priority: 3 },
  { name: 'shared', minShareCount: 3, test: (id: string) => !sheets.test(id), priority: 2 },
  { name: 'sheets', minShareCount: 2, test: sheets, priority: 1 },
]

/** Shortens the name of a shared chunk: the bundler would join the names of all modules that share it. */
const chunkFileNames = ({ name }: { name: string }) => `assets/${name.split('~')[0] ?? 'chunk'}-[hash].js`

export default defineConfig({
  plugins: [react(), precompress, frameworkFirst, pageModules],
  build: {
    outDir: 'dist',
    sourcemap: false,
    cssCodeSplit: false,
    // The server finds each page's files in the manifest (page-files.ts).
    manifest: true,
    // The polyfill is for browsers from before 2023, which the console does not support.
    modulePreload: { polyfill: false },
    // The only large script is the first list's; tests/built-files.ts enforces its budget.
    chunkSizeWarningLimit: 700,
    rolldownOptions: { output: { codeSplitting: { groups }, chunkFileNames } },
  },
  test: {
    // Many tests wait for sockets and processes; on two cores, Vitest's default is one worker.
    maxWorkers: 4,
    // These only limit a hanging test; a passing test never reaches them, even on a busy machine.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // A worker takes longer than Vitest's 10 s to end on a busy machine.
    teardownTimeout: 120_000,
    expect: { poll: { timeout: 110_000, interval: 50 } },
    // Node loads the server's modules, as it does in production: Vitest's one process transforms only tests and pages.
    server: { deps: { external: [/\/src\/(contract|sandbox|server|upstream)\//] } },
    projects: [
      {
        extends: true,
        test: {
          name: 'node',
          environment: 'node',
          // A worker loads the server's modules once instead of once per test file: 40 % less processor time.
          isolate: false,
          include: ['tests/{upstream,sandbox,server,hostile,rules,web}/**/*.test.ts'],
          globalSetup: 'tests/stores/setup.ts',
        },
      },
      {
        extends: true,
        test: {
          name: 'web',
          environment: 'jsdom',
          // The same for jsdom, the packages and the server; tests/web/setup.ts loads the page's modules again for each file.
          isolate: false,
          globalSetup: 'tests/web/users.ts',
          setupFiles: 'tests/web/setup.ts',
          include: ['tests/web/**/*.test.tsx'],
        },
      },
    ],
  },
})
