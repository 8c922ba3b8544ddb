import { expect, test } from 'vitest'
import { defaultProfile, isOneOf, profileErrors, profileRules, profileSchema } from '#upstream/profile.ts'

test('is complete without any key', () => {
  expect(profileSchema.parse({})).toEqual(defaultProfile)
  expect(defaultProfile).toMatchObject({
    token: {
      createTime: 's',
      invalid: [{ http: 401 }, { code: '900001' }, { code: '900002' }, { code: '900007' }],
    },
    auth: { credential: 'v5', header: 'authorization', prefix: 'Bearer ' },
    operations: { idlePage: { names: { page: 'currPage', size: 'pageSize', search: 'ext' }, firstPage: 1 } },
  })
})

test('lists unknown keys and wrong values by path, all at once', () => {
  const errors = profileErrors({
    nmae: 'x',
    token: { createTime: 'm', invalid: [{ status: 401 }] },
    operations: { idlePage: { firstPage: 2, names: { pages: 'p' } } },
    records: { number: '(' },
    limits: { timeoutSeconds: 0 },
  })
  expect(new Set(errors.map(({ path }) => path))).toEqual(
    new Set([
      'limits.timeoutSeconds',
      'nmae',
      'operations.idlePage.firstPage',
      'operations.idlePage.names.pages',
      'records.number',
      'token.createTime',
      'token.invalid.0',
    ]),
  )
  const sentences = errors.map(({ path, message }) => `${path}: ${message}`)
  expect(sentences).toContain('nmae: is not a key of the profile')
  expect(sentences).toContain('token.createTime: must be s or ms')
  expect(profileErrors('text')).toMatchObject([{ path: '', rule: 'json-type', values: ['object'] }])
})

test('gives every error a rule, which the page has in both languages', () => {
  /** Replaces every value of a profile. */
  const withEach = (value: unknown, wrong: unknown): unknown =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, withEach(inner, wrong)]))
      : wrong
  const wrongValues = [{}, [''], '', 'é ('.repeat(40), -1, 1e6, true, null]
  const errors = wrongValues.flatMap((wrong) => profileErrors(withEach(defaultProfile, wrong)))
  const keys = [{ nmae: 'x' }, { values: { status: { x: 'On' } } }]
  const rules = new Set([...errors, ...keys.flatMap((each) => profileErrors(each))].map(({ rule }) => rule))
  expect([...rules].toSorted()).toEqual(Object.keys(profileRules).toSorted())
})

test.each([
  ['000000', '0'],
  ['000000', ' 000000 '],
  ['0', '000000'],
  ['200', '200'],
])('takes the code %j for %j', (known, code) => expect(isOneOf([known], code)).toBe(true))

test.each([
  ['000000', '1'],
  ['200', '2000'],
  ['0', ''],
  ['0', null],
])('does not take the code %j for %j', (known, code) => expect(isOneOf([known], code)).toBe(false))
