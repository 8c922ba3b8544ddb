import { describe, expect, test } from 'vitest'
import { passwordPattern } from '#contract/extensions.ts'
import { ApiError, type ErrorCode } from '#web/api/api-error.ts'
import { newIdempotencyKey, nextRequest } from '#web/api/idempotent-mutation.ts'
import { generatePassword } from '#web/entities/creation/password.ts'
import {
  draftOf,
  draftSchema,
  emptyValues,
  requestOf,
  formValuesOf,
  wrongFields,
} from '#web/entities/creation/values.ts'

const values = { ...emptyValues, ext: '7001', password: 'long-enough', langCodeTxt: 'Opus' }

describe('a generated password', () => {
  const made = Array.from({ length: 200 }, generatePassword)

  test('is long, unique and accepted by the contract', () => {
    for (const password of made) expect(password).toMatch(passwordPattern)
    expect(new Set(made.map(({ length }) => length))).toEqual(new Set([20]))
    expect(new Set(made).size).toBe(made.length)
  })

  test('avoids look-alike characters, and uses all the rest', () => {
    const used = new Set(made.join(''))
    for (const lookAlike of 'Il1O0o') expect(used.has(lookAlike)).toBe(false)
    expect(used.size).toBeGreaterThan(50)
  })

  test('an idempotency key has 128 bits', () => {
    expect(newIdempotencyKey()).toMatch(/^[0-9a-f]{32}$/)
    expect(newIdempotencyKey()).not.toBe(newIdempotencyKey())
  })
})

describe('the create request', () => {
  test('omits empty fields, and the agent type without an agent', () => {
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

  test('restores the values of the form', () => {
    expect(formValuesOf(requestOf({ ...values, agentID: '1008', agentType: '0' }))).toEqual({
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
  ])('%j has errors in %j', (change, wrong) => {
    expect(wrongFields({ ...values, ...change })).toEqual(wrong)
  })
})

describe('a draft', () => {
  test('never holds the password, and is null when only the password was typed', () => {
    expect(draftOf(values, emptyValues)).not.toHaveProperty('password')
    expect(draftOf({ ...emptyValues, password: 'typed' }, emptyValues)).toBeNull()
    expect(draftOf(emptyValues, emptyValues)).toBeNull()
  })

  test('is null until a value differs from the values of the link', () => {
    const linked = { ...emptyValues, ext: '7001' }
    expect(draftOf(linked, linked)).toBeNull()
    expect(draftOf({ ...linked, companyId: 'c' }, linked)).toMatchObject({ ext: '7001', companyId: 'c' })
  })

  test('is rejected when its shape is invalid', () => {
    expect(draftSchema.safeParse({ ext: 1 }).success).toBe(false)
    expect(draftSchema.safeParse(draftOf(values, emptyValues)).success).toBe(true)
  })
})

describe('the idempotency key of the next attempt', () => {
  const first = nextRequest(values, null, null)
  const after = (code: ErrorCode, change = {}) =>
    nextRequest({ ...values, ...change }, first, new ApiError(code, 0)).idempotencyKey

  test.each<ErrorCode>(['network', 'contract', 'unavailable', 'upstream-unreachable', 'upstream-busy'])(
    'is the same after %s, so that the earlier request is looked up',
    (code) => expect(after(code)).toBe(first.idempotencyKey),
  )

  test.each<ErrorCode>(['quota-reached', 'extension-exists', 'agent-not-found', 'upstream-restricted'])(
    'is new after %s, because the response is final',
    (code) => expect(after(code)).not.toBe(first.idempotencyKey),
  )

  test('is new after any change', () => {
    expect(after('network', { langCodeTxt: 'G.711 alaw' })).not.toBe(first.idempotencyKey)
  })
})
