import { describe, expect, test } from 'vitest'
import { passwordPattern } from '#contract/extensions.ts'
import { ApiError, type ErrorCode } from '#web/api/api-error.ts'
import { newIdempotencyKey, nextKeyed } from '#web/api/idempotent-mutation.ts'
import { generatePassword } from '#web/shared/creation/password.ts'
import {
  draftOf,
  draftSchema,
  emptyValues,
  requestOf,
  valuesOf,
  wrongFields,
} from '#web/shared/creation/values.ts'

const values = { ...emptyValues, ext: '7001', password: 'long-enough', langCodeTxt: 'Opus' }

describe('a generated password', () => {
  const made = Array.from({ length: 200 }, generatePassword)

  test('is one the contract takes, long, and never the same', () => {
    for (const password of made) expect(password).toMatch(passwordPattern)
    expect(new Set(made.map(({ length }) => length))).toEqual(new Set([20]))
    expect(new Set(made).size).toBe(made.length)
  })

  test('has no letters that are mistaken for others, and uses all the rest', () => {
    const used = new Set(made.join(''))
    for (const lookAlike of 'Il1O0o') expect(used.has(lookAlike)).toBe(false)
    expect(used.size).toBeGreaterThan(50)
  })

  test('an idempotency key is 128 bits', () => {
    expect(newIdempotencyKey()).toMatch(/^[0-9a-f]{32}$/)
    expect(newIdempotencyKey()).not.toBe(newIdempotencyKey())
  })
})

describe('the request', () => {
  test('leaves out what is empty, and the agent type without an agent', () => {
    expect(JSON.parse(JSON.stringify(requestOf({ ...values, ext: ' 0071 ' })))).toEqual({
      ext: '0071',
      password: 'long-enough',
      langCodeTxt: 'Opus',
    })
    expect(requestOf({ ...values, agentID: ' 1008 ', agentType: '0' })).toMatchObject({
      agentID: '1008',
      agentType: '0',
    })
  })

  test('goes back into the form as it was', () => {
    expect(valuesOf(requestOf({ ...values, agentID: '1008', agentType: '0' }))).toEqual({
      ...values,
      agentID: '1008',
      agentType: '0',
    })
  })

  test.each([
    [{ ext: '7' }, ['ext']],
    [{ ext: '70a1' }, ['ext']],
    [{ password: 'with a space' }, ['password']],
    [{ password: 'short' }, ['password']],
    [{ agentID: '../etc' }, ['agentID']],
    [{ companyId: 'a b' }, ['companyId']],
    [{ langCodeTxt: 'x'.repeat(129) }, ['langCodeTxt']],
    [{ ext: '', password: 'ü-not-ascii' }, ['ext', 'password']],
    [{}, []],
  ])('%j is wrong in %j', (change, wrong) => {
    expect(wrongFields({ ...values, ...change })).toEqual(wrong)
  })
})

describe('a draft', () => {
  test('never holds the password, and is nothing when only that was typed', () => {
    expect(draftOf(values, emptyValues)).not.toHaveProperty('password')
    expect(draftOf({ ...emptyValues, password: 'typed' }, emptyValues)).toBeNull()
    expect(draftOf(emptyValues, emptyValues)).toBeNull()
  })

  test('is not what a link filled in', () => {
    const linked = { ...emptyValues, ext: '7001' }
    expect(draftOf(linked, linked)).toBeNull()
    expect(draftOf({ ...linked, companyId: 'c' }, linked)).toMatchObject({ ext: '7001', companyId: 'c' })
  })

  test('of another shape is not read', () => {
    expect(draftSchema.safeParse({ ext: 1 }).success).toBe(false)
    expect(draftSchema.safeParse(draftOf(values, emptyValues)).success).toBe(true)
  })
})

describe('the key of the next attempt', () => {
  const first = nextKeyed(values, null, null)
  const after = (code: ErrorCode, change = {}) =>
    nextKeyed({ ...values, ...change }, first, new ApiError(code, 0)).idempotencyKey

  test.each<ErrorCode>(['network', 'contract', 'unavailable', 'upstream-unreachable', 'upstream-busy'])(
    'is the same after %s: what was sent is looked up',
    (code) => expect(after(code)).toBe(first.idempotencyKey),
  )

  test.each<ErrorCode>(['quota-reached', 'extension-exists', 'agent-not-found', 'upstream-restricted'])(
    'is new after %s: that answer is final',
    (code) => expect(after(code)).not.toBe(first.idempotencyKey),
  )

  test('is new when anything is changed', () => {
    expect(after('network', { langCodeTxt: 'G.711 alaw' })).not.toBe(first.idempotencyKey)
  })
})
