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

/** The packages behind dialogs, menus and selects: 44 kB gzip that few pages need before the user opens one. */
const overlays =
  /\/node_modules\/(?:@floating-ui|react-remove-scroll|react-style-singleton|use-callback-ref|use-sidecar|@mantine\/hooks\/esm\/use-(?:focus|click-outside|long-press)|@mantine\/core\/esm\/(?:components\/(?:Autocomplete|Combobox|FocusTrap|Menu|Modal|ModalBase|Popover|Portal|ScrollArea|Select)\/|utils\/Floating))/
const forms = /\/node_modules\/(?:@mantine\/form|klona|fast-deep-equal)/
/** The modules that pages show at once: simple components, and our own modules that import neither overlays nor large packages. */
const common = [
  /\/node_modules\/(?:@tabler|@tanstack|@mantine\/hooks\/(?!esm\/use-(?:focus|click-outside|long-press))|@mantine\/core\/esm\/(?:core\/|utils\/InlineInput|components\/(?:Alert|Anchor|Badge|Checkbox|Code|Divider|FloatingIndicator|Paper|Progress|SegmentedControl|SimpleGrid|Switch)\/))/,
  /\/src\/(?:contract|web\/(?:api|lib|ui|shared))\/(?!.*(?:csv|creation|history|FilterSelect|LabelFilter|LabelInput|Dialog|Picker|ChooseAgent|agent-options|find-agent|Popover|MenuPanel|QrCode|ToastArea))/,
]
/** Modules that *Overview* and *Inventory* share with other lists (views, export, labels): otherwise nine files of 0.2 to 1.4 kB. */
const listTools =
  /\/src\/web\/(?:capacity\/(?:queries|forecast-labels|Legend)|inventory\/queries|shared\/(?:agent-directory\/queries|labels\/queries|selection|views\/)|spreadsheet\/(?:ExportButton|worker-call))/

/**
 * The chunk groups. Without them, the bundler makes a chunk of every module that two lazy parts share: 163 files, up to 31 for one
 * page. Over HTTP/1.1 a browser fetches six files at a time, and each six cost a round trip. One chunk for all shared modules would
 * add 92 kB to every page. The groups are: React, Mantine and the icons (90 kB); the entry's other imports (65 kB); modules that at
 * least four parts share and pages show at once (24 kB); modules that lists share (5 kB); forms (6 kB); overlays (44 kB). The bundler
 * places the rest. Each group imports only groups of a higher priority: tests/built-files.ts finds scripts that import each other.
 */
const groups = [
  {
    name: 'framework',
    tags: ['$initial' as const],
    test: /\/node_modules\/(?:react|react-dom|scheduler|@mantine|@tabler)\/.*\.m?js$/,
    priority: 5,
  },
  { name: 'main', tags: ['$initial' as const], priority: 4 },
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

/** Shortens the name of a shared chunk: the bundler would join the names of all modules that share it. */
const chunkFileNames = ({ name }: { name: string }) => `assets/${name.split('~')[0] ?? 'chunk'}-[hash].js`

export default defineConfig({
  plugins: [react(), messagesByPart(), pageModules, precompress, frameworkFirst],
  build: {
    outDir: 'dist',
    sourcemap: false,
    // The server reads the manifest and pages.json to find each page's files (page-preloads.ts).
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
    expect: { poll: { timeout: 60_000, interval: 20 } },
    projects: [
      {
        extends: true,
        test: {
          name: 'node',
          environment: 'node',
          // A worker loads the server's modules once instead of once per test file: 40 % less processor time.
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
          // The same for jsdom and the packages; tests/web/setup.ts loads the console's own modules again for each file.
          isolate: false,
          globalSetup: 'tests/web/users.ts',
          setupFiles: 'tests/web/setup.ts',
          include: ['tests/web/**/*.test.tsx'],
        },
      },
    ],
  },
})
