import { describe, expect, test } from 'vitest'
import { memoryTokenStore } from '../../upstream/memory-token-store.ts'
import { createResponseRedactor } from '#server/platform/http/response-redactor.ts'

const net = (fixed: (string | null)[]) => {
  const alarms: string[] = []
  const { watch, json, text } = createResponseRedactor(fixed, (route) => void alarms.push(route))
  return {
    watch,
    json: (content: string) => json(content, '/api/extensions'),
    text: (content: string) => text(content, '/api/extensions'),
    alarms,
  }
}

describe('the last net under every answer', () => {
  test('takes a live secret out of any text, deep inside, and raises the alarm', () => {
    const { json, alarms } = net(['app-key-of-mine', null, 'quoted"secret'])
    expect(json('{"a":{"b":["x app-key-of-mine y",1]},"c":"quoted\\"secret"}')).toBe(
      '{"a":{"b":["x ••• y",1]},"c":"•••"}',
    )
    expect(alarms).toEqual(['/api/extensions'])
  })

  test('keeps keys, numbers and structure for every possible token', async () => {
    const { json, watch, alarms } = net([])
    const store = watch(memoryTokenStore())
    await store.renewed('key', 0, 'me', { token: '"items":[', lifeMs: 1_000, renewals: [] })
    await store.renewed('key', 0, 'me', { token: '12345678', lifeMs: 1_000, renewals: [] })
    expect(json('{"items":[12345678],"total":12345678}')).toBe('{"items":[12345678],"total":12345678}')
    expect(json('{"items":["12345678"]}')).toBe('{"items":["•••"]}')
    expect(alarms).toHaveLength(2)
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
    expect([json(given), text(given), alarms]).toEqual([given, given, []])
  })
})
