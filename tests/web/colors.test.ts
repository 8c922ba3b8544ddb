import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { DEFAULT_THEME } from '@mantine/core'
import { cssVariables } from '#web/app/theme.ts'
import { colorOf, fillOf, meaningVariables } from '#web/ui/text/meaning.ts'

const root = join(import.meta.dirname, '../../src/web')
const sources = globSync('**/*.{ts,tsx,css}', { cwd: root }).filter(
  (file) => file !== join('ui', 'text', 'meaning.ts') && file !== join('app', 'theme.ts'),
)

test('takes palette colors nowhere but in meaning.ts and theme.ts', () => {
  const palette = 'red|indigo|gray|teal|green|lime|yellow|orange|grape|violet|blue|cyan|pink'
  const own = new RegExp(
    `['"](?:${palette})['"]|['"][a-z]+\\.\\d['"]|mantine-color-(?:error|(?:${palette}|dark)-)`,
  )
  const taken = sources.flatMap((file) =>
    readFileSync(join(root, file), 'utf8')
      .split('\n')
      .filter((line) => own.test(line))
      .map((line) => `${file}: ${line.trim()}`),
  )
  expect(taken).toEqual([])
})

test('gives each meaning a color in both schemes', () => {
  const [light, dark] = [meaningVariables('light'), meaningVariables('dark')]
  expect(Object.keys(light)).toEqual(Object.keys(dark))
  expect(light['--meaning-free']).toMatch(/^#[0-9a-f]{6}$/)
  expect(colorOf('free')).toBe('var(--meaning-free)')
  expect(fillOf('free')).toBe(colorOf('free'))
  expect(fillOf('unknown')).toContain(colorOf('unknown'))
})

/** Returns the relative luminance of a hex color, 0 to 1 (WCAG 2.2). */
function luminance(color: string): number {
  const [r = 0, g = 0, b = 0] = (color.match(/[0-9a-f]{2}/g) ?? []).map((part) => {
    const share = Number.parseInt(part, 16) / 255
    return share <= 0.039_28 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}
function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

test.each(['light', 'dark'] as const)(
  'gives each meaning a contrast of 3:1, and text 4.5:1, against page, card and badge in the %s scheme',
  (scheme) => {
    const variables = cssVariables(DEFAULT_THEME)[scheme]
    const surfaces = [
      variables['--mantine-color-body'] ?? '#ffffff',
      variables['--console-raised'] ?? '',
      scheme === 'light' ? '#ffffff' : DEFAULT_THEME.colors.dark[6],
    ]
    const faint = Object.entries(meaningVariables(scheme))
      .filter(([name]) => !/-(?:surface|line)$/.test(name))
      .flatMap(([name, color]) =>
        surfaces
          .filter((surface) => contrast(color, surface) < (name.endsWith('-text') ? 4.5 : 3))
          .map((surface) => `${name} ${color} on ${surface}: ${contrast(color, surface).toFixed(2)}`),
      )
    expect(faint).toEqual([])
  },
)
