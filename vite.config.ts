import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'

/**
 * Left alone, the bundler makes a chunk of every module that two lazy pages share: 76 files before the first list is seen.
 * So: one chunk of what the entry imports, and those that lazy parts share by who shares them, small ones merged.
 */
const groups = [
  { name: 'main', tags: ['$initial' as const], priority: 2 },
  { name: 'shared', minShareCount: 2, entriesAware: true, entriesAwareMergeThreshold: 60_000, priority: 1 },
]

/** The bundler would name a shared chunk after all who share it. */
const chunkFileNames = ({ name }: { name: string }) => `assets/${name.split('~')[0] ?? 'chunk'}-[hash].js`

export default defineConfig({
  plugins: [react()],
  build: {
    outDir: 'dist',
    sourcemap: false,
    rolldownOptions: { output: { codeSplitting: { groups }, chunkFileNames } },
  },
  test: {
    projects: [
      {
        extends: true,
        test: {
          name: 'node',
          environment: 'node',
          include: ['tests/{contract,upstream,sandbox,server,rules}/**/*.test.ts'],
          globalSetup: 'tests/stores/setup.ts',
        },
      },
      {
        extends: true,
        test: { name: 'web', environment: 'jsdom', include: ['tests/web/**/*.test.{ts,tsx}'] },
      },
    ],
  },
})
