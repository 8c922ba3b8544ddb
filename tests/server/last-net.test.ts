import { describe, expect, test } from 'vitest'
import { memoryTokenStore } from '#upstream/memory-token-store.ts'
import { secretsOf, withholdSecrets, withoutSecrets } from '#upstream/confidence.ts'
import { createLastNet } from '#server/http/last-net.ts'

const net = (fixed: (string | null)[]) => {
  let alarms = 0
  const made = createLastNet(fixed, () => {
    alarms++
  })
  return { ...made, alarms: () => alarms }
}

describe('the last net under every answer', () => {
  test('takes a live secret out of any text, deep inside, and raises the alarm', () => {
    const { json, alarms } = net(['app-key-of-mine', null, 'quoted"secret'])
    expect(json('{"a":{"b":["x app-key-of-mine y",1]},"c":"quoted\\"secret"}')).toBe(
      '{"a":{"b":["x ••• y",1]},"c":"•••"}',
    )
    expect(alarms()).toBe(1)
  })

  test('leaves keys, numbers and structure alone, whatever a service gives out as a token', async () => {
    const { json, watch, alarms } = net([])
    const store = watch(memoryTokenStore())
    await store.renewed('key', 0, 'me', { token: '"items":[', lifeMs: 1_000, renewals: [] })
    await store.renewed('key', 0, 'me', { token: '12345678', lifeMs: 1_000, renewals: [] })
    expect(json('{"items":[12345678],"total":12345678}')).toBe('{"items":[12345678],"total":12345678}')
    expect(json('{"items":["12345678"]}')).toBe('{"items":["•••"]}')
    expect(alarms()).toBe(2)
  })

  test('knows the tokens that pass through the store, and the last few before them', async () => {
    const { text, watch } = net([])
    const store = watch(memoryTokenStore())
    for (let i = 0; i < 6; i++)
      await store.renewed('key', i, 'me', { token: `token-number-${i}`, lifeMs: 1, renewals: [] })
    expect(text('token-number-5 token-number-2 token-number-1')).toBe('••• ••• token-number-1')
  })

  test('nothing found: the very same text', () => {
    const { json, text, alarms } = net(['app-key-of-mine', 'short'])
    const given = '{"a":"short", "b" : 1}'
    expect([json(given), text(given), alarms()]).toEqual([given, given, 0])
  })
})

describe('a record that repeats its own secrets', () => {
  const record = (): Record<string, unknown> => ({
    ext: 'Secret-1',
    password: 'Secret-1',
    ha1: 'a'.repeat(32),
    ha1b: null,
    agentName: 'Ada Secret-1',
    domain: `x${'a'.repeat(32)}`,
    enabled: 1,
    extensions: { 'Secret-1': 1, note: 2 },
  })

  test('keeps them where they belong and loses them everywhere else', () => {
    const given = record()
    expect(withholdSecrets(given, secretsOf(given))).toEqual(['agentName', 'domain', 'extensions'])
    expect(given).toEqual({
      ...record(),
      agentName: 'Ada •••',
      domain: 'x•••',
      extensions: { '•••': null, note: null },
    })
  })

  test('too short a secret is no text to look for', () => {
    expect(secretsOf({ password: '1', ha1: '', ha1b: 7 })).toEqual([])
  })

  test('a sentence loses a secret written plainly or as in a URL', () => {
    expect(withoutSecrets('bad p%40ssword and p@ssword', ['p@ssword', undefined, ''])).toBe('bad ••• and •••')
    expect(withoutSecrets(null, ['p@ssword'])).toBeNull()
  })
})
