import { describe, expect, test } from 'vitest'
import { createResponseRedactor } from '#server/platform/http/response-redactor.ts'

const createRedactor = (fixed: (string | null)[]) => {
  const alarms: string[] = []
  const { addCredential, json, text } = createResponseRedactor(fixed, (route) => void alarms.push(route))
  return {
    addCredential,
    json: (content: string) => json(content, '/api/extensions'),
    text: (content: string) => text(content, '/api/extensions'),
    alarms,
  }
}

describe('the response redactor', () => {
  test('removes a live secret from nested text and raises the alarm', () => {
    const { json, alarms } = createRedactor(['app-key-of-mine', null, 'quoted"secret'])
    expect(json('{"a":{"b":["x app-key-of-mine y",1]},"c":"quoted\\"secret"}')).toBe(
      '{"a":{"b":["x ••• y",1]},"c":"•••"}',
    )
    expect(alarms).toEqual(['/api/extensions'])
  })

  test('keeps keys, numbers and structure for every possible token', () => {
    const { json, addCredential, alarms } = createRedactor([])
    addCredential('"items":[')
    addCredential('12345678')
    expect(json('{"items":[12345678],"total":12345678}')).toBe('{"items":[12345678],"total":12345678}')
    expect(json('{"items":["12345678"]}')).toBe('{"items":["•••"]}')
    expect(alarms).toHaveLength(2)
  })

  test('remembers the latest tokens and signatures', () => {
    const { text, addCredential } = createRedactor([])
    for (let i = 10; i < 28; i++) addCredential(`token-number-${i}`)
    // Using a token again keeps it among the latest.
    addCredential('token-number-12')
    addCredential('token-number-28')
    expect(text('token-number-28 token-number-12 token-number-13')).toBe('••• ••• token-number-13')
  })

  test('returns the unchanged text when it finds no secret', () => {
    const { json, text, alarms } = createRedactor(['app-key-of-mine', 'short'])
    const given = '{"a":"short", "b" : 1}'
    expect([json(given), text(given), alarms]).toEqual([given, given, []])
  })
})
