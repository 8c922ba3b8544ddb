import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { problemCodes } from '#contract/problem.ts'
import { messageFor } from '#web/api/message-for.ts'
import { ApiError, type ErrorCode } from '#web/api/api-error.ts'
import { translator } from '#web/i18n/catalogue.ts'
import en from '#web/messages/en.json'
import zh from '#web/messages/zh.json'

const root = join(import.meta.dirname, '../../src/web')
const english: Record<string, string> = en
const chinese: Record<string, string> = zh
const base = (key: string) => key.replace(/_(zero|one|other)$/, '')
const placeholders = (text: string) => (text.match(/\{\w+\}/g) ?? []).toSorted()
const sources = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.tsx?$/.test(name))
  .map((name) => readFileSync(join(root, name), 'utf8'))
  .join('\n')

test('has the same messages in both catalogues, sorted and not empty', () => {
  expect(Object.keys(english).map(base).toSorted()).toEqual(
    [...new Set(Object.keys(english).map(base))]
      .flatMap((key) =>
        Object.keys(english)
          .filter((each) => base(each) === key)
          .map(base),
      )
      .toSorted(),
  )
  expect(new Set(Object.keys(chinese).map(base))).toEqual(new Set(Object.keys(english).map(base)))
  for (const catalogue of [en, zh]) {
    const keys = Object.keys(catalogue)
    expect(keys).toEqual(keys.toSorted())
    expect(Object.values(catalogue).filter((text) => text.trim() === '')).toEqual([])
  }
})

test('reports a missing message, so that no test passes over it', () => {
  const report = vi.fn<(error: unknown) => void>()
  vi.stubGlobal('reportError', report)
  expect(translator('en', {})('product')).toBe('product')
  expect(report.mock.calls).toEqual([[new Error('no message product in en')]])
  vi.unstubAllGlobals()
})

test('uses Chinese punctuation in Chinese sentences', () => {
  const mixed = Object.entries(chinese).filter(([, text]) =>
    /\p{Script=Han}[,:;!?]|\p{Script=Han}\.(\s|$)/u.test(text),
  )
  expect(mixed).toEqual([])
})

test('has the same placeholders in both languages', () => {
  const differing = Object.keys(chinese).filter((key) => {
    const own = english[key] ?? english[`${base(key)}_other`] ?? ''
    return placeholders(chinese[key] ?? '').join() !== placeholders(own).join()
  })
  expect(differing).toEqual([])
})

test('uses every message, and has a message for every literal key', () => {
  const literal = new Set(sources.match(/(?<=['"`])[\w-]+(?:\.[\w-]+)*(?=['"`])/g))
  const prefixed = [...sources.matchAll(/`((?:[\w-]+\.)+[\w-]*)\$\{[^}]+\}([\w.-]*)`/g)].map(
    ([, before = '', after = '']) => {
      // The names of audited actions contain dots.
      const value = before === 'audit.action.' ? '[\\w.-]+' : '[\\w-]+'
      return new RegExp(`^${before.replaceAll('.', '\\.')}${value}${after.replaceAll('.', '\\.')}$`)
    },
  )
  const unused = Object.keys(english)
    .map(base)
    .filter((key) => !literal.has(key) && !prefixed.some((pattern) => pattern.test(key)))
  expect(unused).toEqual([])
  const asked = [...sources.matchAll(/\bt\(\s*'([^']+)'/g)].map(([, key = '']) => key)
  expect(asked.filter((key) => !Object.keys(english).map(base).includes(key))).toEqual([])
})

test.each<ErrorCode>([...problemCodes, 'network', 'contract'])(
  'has a sentence and a next step for %s',
  (code) => {
    const { sentence, next } = messageFor(new ApiError(code, 0))
    for (const catalogue of [english, chinese]) {
      expect(catalogue[sentence]).toMatch(/\S/)
      expect(catalogue[next]).toMatch(/\S/)
    }
  },
)

test('fills in placeholders, and formats numbers for the language', () => {
  const t = translator('en', { 'pager.range': '{from}–{to} of {total}', product: '{missing}' })
  expect(t('pager.range', { from: 1, to: 20, total: 1880 })).toBe('1–20 of 1,880')
  expect(t('product')).toBe('{missing}')
})

test('chooses the plural form for the language', () => {
  const messages = { product_one: '{count} row', product_other: '{count} rows' }
  expect(translator('en', messages)('product', { count: 1 })).toBe('1 row')
  expect(translator('en', messages)('product', { count: 2 })).toBe('2 rows')
  const zero = { ...messages, product_zero: 'no row' }
  expect([0, 2].map((count) => translator('en', zero)('product', { count }))).toEqual(['no row', '2 rows'])
  expect(translator('zh', { product_other: '{count} 行' })('product', { count: 1 })).toBe('1 行')
})

test('keeps punctuation inside messages, because it differs between languages', () => {
  const glued = sources.match(/\{t\((?:[^{}]|\{[^{}]*\})*\)\}[:;,.]\s?.*/g) ?? []
  expect(glued).toEqual([])
})
