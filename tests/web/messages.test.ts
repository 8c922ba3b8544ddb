import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync, Visitor } from 'vite'
import { expect, test, vi } from 'vitest'
import { problemCodes } from '#contract/problem.ts'
import { messageFor } from '#web/api/message-for.ts'
import { ApiError, type ErrorCode } from '#web/api/api-error.ts'
import { translator } from '#web/i18n/catalogue.ts'
import { en as english, messageFiles, zh as chinese } from '../all-messages.ts'

const source = join(import.meta.dirname, '../../src')
const root = join(source, 'web')
const base = (key: string) => key.replace(/_(zero|one|other)$/, '')
const placeholders = (text: string) => (text.match(/\{\w+\}/g) ?? []).toSorted()
const files = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.tsx?$/.test(name))
  .map((name) => ({ name, text: readFileSync(join(root, name), 'utf8') }))
const sources = files.map(({ text }) => text).join('\n')

test('has the same messages in both languages, each once, sorted and not empty', () => {
  const [ours, theirs] = [messageFiles('en'), messageFiles('zh')]
  const bases = (texts: Record<string, string>) => new Set(Object.keys(texts).map(base))
  expect(Object.keys(theirs)).toEqual(Object.keys(ours).map((name) => name.replace('en.json', 'zh.json')))
  for (const [name, texts] of Object.entries(ours))
    expect(bases(theirs[name.replace('en.json', 'zh.json')] ?? {})).toEqual(bases(texts))
  for (const all of [ours, theirs]) {
    const keys = Object.values(all).map((texts) => Object.keys(texts))
    expect(new Set(keys.flat()).size).toBe(keys.flat().length)
    for (const each of keys) expect(each).toEqual(each.toSorted())
    expect(
      Object.values(all).flatMap((texts) => Object.values(texts).filter((text) => text.trim() === '')),
    ).toEqual([])
  }
})

/** Each message that the file calls by its key, with the names of the values that it gets. */
function callsIn({ name, text }: (typeof files)[number]) {
  const calls: { name: string; key: string; given: string[] }[] = []
  new Visitor({
    CallExpression({ callee, arguments: [key, values] }) {
      if (callee.type !== 'Identifier' || callee.name !== 't' || values?.type !== 'ObjectExpression') return
      if (key?.type !== 'Literal' || typeof key.value !== 'string') return
      const given = values.properties.flatMap((property) =>
        property.type === 'Property' && property.key.type === 'Identifier' ? [property.key.name] : [],
      )
      // A spread has no key, so its call is left out.
      if (given.length === values.properties.length) calls.push({ name, key: key.value, given })
    },
  }).visit(parseSync(name, text).program)
  return calls
}

test('gives each message the values that its text names', () => {
  const calls = files.flatMap(callsIn)
  expect(calls.length).toBeGreaterThan(300)
  const missing = calls.flatMap(({ name, key, given }) =>
    [english, chinese]
      .flatMap((texts) => Object.entries(texts).filter(([each]) => base(each) === key || each === key))
      .flatMap(([, text]) => placeholders(text))
      .filter((placeholder) => !given.includes(placeholder.slice(1, -1)))
      .map((placeholder) => `${name}: ${key} ${placeholder}`),
  )
  expect(missing).toEqual([])
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

test('has one Chinese word for a request to the phone team', () => {
  const others = Object.entries(chinese).filter(
    ([key, text]) =>
      /^(requests|history\.request|problem\.request|leave\.done)\b/.test(key) && /请求/.test(text),
  )
  expect(others).toEqual([])
})

test('has the same placeholders in both languages', () => {
  const differing = Object.keys(chinese).filter((key) => {
    const own = english[key] ?? english[`${base(key)}_other`] ?? ''
    return placeholders(chinese[key] ?? '').join() !== placeholders(own).join()
  })
  expect(differing).toEqual([])
})

/** The beginnings of keys that end in a name with dots. */
const dotted = ['audit.action.', 'api.tokens.scope.']

/** Returns a function that tells whether a text uses a message, by a literal key or a template. */
function usedIn(text: string) {
  const literal = new Set(text.match(/(?<=['"`])[\w-]+(?:\.[\w-]+)*(?=['"`])/g))
  const prefixed = [...text.matchAll(/`((?:[\w-]+\.)+[\w-]*)\$\{[^}]+\}([\w.-]*)`/g)].map(
    ([, before = '', after = '']) => {
      const value = dotted.includes(before) ? '[\\w.-]+' : '[\\w-]+'
      return new RegExp(`^${before.replaceAll('.', '\\.')}${value}${after.replaceAll('.', '\\.')}$`)
    },
  )
  return (key: string) => literal.has(base(key)) || prefixed.some((pattern) => pattern.test(base(key)))
}

test('uses every message, and has a message for every literal key', () => {
  const isUsed = usedIn(sources)
  expect(Object.keys(english).filter((key) => !isUsed(key))).toEqual([])
  const asked = [...sources.matchAll(/\bt\(\s*'([^']+)'/g)].map(([, key = '']) => key)
  expect(asked.filter((key) => !Object.keys(english).map(base).includes(key))).toEqual([])
})

test.each(Object.entries(messageFiles('en')).filter(([name]) => name.startsWith('pages/')))(
  'uses the messages of %s only on that page, where they are loaded',
  (name, texts) => {
    const folder = name.replace('messages/en.json', '')
    const elsewhere = usedIn(
      files
        .filter((file) => !file.name.startsWith(folder))
        .map(({ text }) => text)
        .join('\n'),
    )
    expect(Object.keys(texts).filter((key) => elsewhere(key))).toEqual([])
  },
)

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
