import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import react from '@vitejs/plugin-react'
import type { Plugin } from 'vite'
import { defineConfig } from 'vitest/config'
import './src/check-node.js'
import { messagesByPart } from './src/messages-by-part.ts'
import { pageModules } from './src/page-modules.ts'

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
 * React, Mantine and the icons run before the console's own script, in a task of their own: as one, they blocked a phone for
 * 0.23 s instead of 0.19 s. Their file stays the same, and cached, from release to release.
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

/** What dialogs, menus and choices are made of: 33 kB gzip that few pages need before one of them is used. */
const overlays =
  /\/node_modules\/(?:@floating-ui|react-remove-scroll|react-style-singleton|use-callback-ref|use-sidecar|@mantine\/core\/esm\/(?:components\/(?:Autocomplete|Combobox|FocusTrap|Menu|Modal|ModalBase|Popover|Portal|ScrollArea|Select)\/|utils\/Floating))/
const forms = /\/node_modules\/(?:@mantine\/form|klona|fast-deep-equal)/
/** What pages show at once: the simple components, and our own parts that import neither overlays nor large packages. */
const common = [
  /\/node_modules\/(?:@tabler|@tanstack|@mantine\/hooks|@mantine\/core\/esm\/(?:core\/|utils\/InlineInput|components\/(?:Alert|Anchor|Badge|Checkbox|Code|Divider|FloatingIndicator|Paper|Progress|SegmentedControl|SimpleGrid|Switch)\/))/,
  /\/src\/(?:contract|web\/(?:api|lib|ui|shared))\/(?!.*(?:csv|spreadsheet|creation|history|LabelFilter|LabelInput|Dialog|Picker|ChooseAgent|agent-options|find-agent|Popover|MenuPanel|QrCode|ToastArea))/,
]
/** What *Overview* and *Inventory* share with other lists, as views, export and labels: otherwise nine files of 0.2 to 1.4 kB. */
const listTools =
  /\/src\/web\/(?:capacity\/(?:queries|forecast-labels|Legend)|inventory\/queries|shared\/(?:agent-directory\/queries|labels\/queries|selection|spreadsheet\/(?:ExportButton|worker-call)|views\/))/

/**
 * Left alone, the bundler makes a chunk of every module that two lazy parts share: 163 files, up to 31 of them for one page, of
 * which a browser fetches six at a time over HTTP/1.1, each six a round trip. All shared modules in one chunk are 92 kB for every
 * page. So: React, Mantine and the icons (90 kB), what else the entry imports (65 kB), what four parts or more share and pages show at
 * once (25 kB), what lists share (5 kB), forms (6 kB), overlays, charts; the rest is left to the bundler. Each group imports only those of a higher priority:
 * tests/built-files.ts finds scripts that import each other.
 */
const groups = [
  {
    name: 'framework',
    tags: ['$initial' as const],
    test: /\/node_modules\/(?:react|react-dom|scheduler|@mantine|@tabler)\/.*\.m?js$/,
    priority: 6,
  },
  { name: 'main', tags: ['$initial' as const], priority: 5 },
  {
    name: 'charts',
    test: /\/node_modules\/(?:recharts|@mantine\/charts|d3-|victory-|@reduxjs|react-redux|redux|immer|reselect|es-toolkit|decimal)/,
    minShareCount: 4,
    priority: 4,
  },
  {
    name: 'common',
    test: (id: string) => common.some((pattern) => pattern.test(id)),
    minShareCount: 4,
    priority: 3,
  },
  { name: 'list-tools', test: listTools, minShareCount: 2, priority: 2 },
  { name: 'forms', test: forms, minShareCount: 2, priority: 2 },
  { name: 'overlays', test: overlays, minShareCount: 2, priority: 1 },
]

/** The bundler would name a shared chunk after all who share it. */
const chunkFileNames = ({ name }: { name: string }) => `assets/${name.split('~')[0] ?? 'chunk'}-[hash].js`

export default defineConfig({
  plugins: [react(), messagesByPart(), pageModules, precompress, frameworkFirst],
  build: {
    outDir: 'dist',
    sourcemap: false,
    // By it and pages.json the server knows which files a page needs (page-preloads.ts).
    manifest: true,
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
