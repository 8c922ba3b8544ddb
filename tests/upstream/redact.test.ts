import { expect, test } from 'vitest'
import { redactAnswer, TooManySecrets, withoutSecrets } from '#upstream/redact.ts'

const [password, ha1] = ['Secret-1', 'a'.repeat(32)]
const record = (ext: string): Record<string, unknown> => ({ ext, password, ha1, ha1b: null, enabled: 1 })

/** The answer as it is left, and the fields that held a secret. */
function redacted(answer: unknown, told: unknown[] = []): [unknown, string[]] {
  const fields = redactAnswer(answer, told)
  return [answer, fields]
}

test('takes out a hash in either case, and what stands inside a secret that is an object or a list', () => {
  const ha1 = '7ab85a90a3dbfef57616487b1ae601ae'
  const answer = {
    ha1,
    password: { v: 'SubSecret-1234', more: ['ListSecret-1234'] },
    agentName: `${ha1.toUpperCase()} SubSecret-1234 ListSecret-1234`,
  }
  expect(redactAnswer(answer, [])).toContain('agentName')
  expect(answer.agentName).toBe('••• ••• •••')
})

test('a secret stays in its own field and is taken out of every other, keys and nested values included', () => {
  expect(
    redacted({
      ...record('8001'),
      agentName: `Ada ${password}`,
      domain: `x${ha1}`,
      arrayDepartIds: ['d-1', password],
      phoneTypes: [{ phoneType: password }],
      extensions: { [password]: 1, note: { deep: `${password}!` } },
    }),
  ).toEqual([
    {
      ...record('8001'),
      agentName: 'Ada •••',
      domain: 'x•••',
      arrayDepartIds: ['d-1', '•••'],
      phoneTypes: [{ phoneType: '•••' }],
      extensions: { '•••': 1, note: { deep: '•••!' } },
    },
    ['agentName', 'domain', 'arrayDepartIds', 'phoneType', 'a name', 'deep'],
  ])
})

test('a secret of one row is taken out of the others, of the message, and of fields that no specification knows', () => {
  const other = { ext: '8002', agentName: `not ${password}`, sipPwd: 'Another-secret' }
  const answer = { retMsg: `see ${password} and Another-secret`, data: { list: [record('8001'), other] } }
  expect(redacted(answer)).toEqual([
    {
      retMsg: 'see ••• and •••',
      data: { list: [record('8001'), { ...other, agentName: 'not •••' }] },
    },
    ['retMsg', 'agentName'],
  ])
})

test('what the service was told is taken out as it was told and as a query spells it', () => {
  expect(
    redacted({ message: 'bad p%40ssword! and p@ssword!', path: '?password=p%40ssword%21' }, ['p@ssword!']),
  ).toEqual([{ message: 'bad ••• and •••', path: '?password=•••' }, ['message', 'path']])
  expect(withoutSecrets('bad p%40ssword and p@ssword', ['p@ssword', undefined, ''])).toBe('bad ••• and •••')
  expect(withoutSecrets(null, ['p@ssword'])).toBeNull()
})

test('a number that is a secret elsewhere is nothing; the number of the record stays', () => {
  expect(
    redacted({ ext: '80012345', password: '80012345', startExt: '80012345', batchNum: 80_012_345 }),
  ).toEqual([
    { ext: '80012345', password: '80012345', startExt: '•••', batchNum: null },
    ['startExt', 'batchNum'],
  ])
})

test('a secret that begins with another one is taken out whole', () => {
  const rows = [{ password: 'Secret-1' }, { password: 'Secret-12' }]
  expect(redacted([...rows, { agentName: 'Ada Secret-12' }])).toEqual([
    [...rows, { agentName: 'Ada •••' }],
    ['agentName'],
  ])
})

test('what is too short is told from no other text', () => {
  const answer = {
    password: '12345',
    agentName: '12345',
    list: [{ password: '123456', id: '123456' }],
    id: '0123456',
  }
  expect(redacted(answer)).toEqual([{ ...answer, list: [{ password: '123456', id: '•••' }] }, ['id']])
})

test('an answer made to be searched for ever is refused', () => {
  const row = (n: number) => ({ password: `Secret-0-${n}`, agentName: `${n}${'Secret-0'.repeat(100)}` })
  expect(() =>
    redactAnswer(
      Array.from({ length: 5_000 }, (_, n) => row(n * 10)),
      [],
    ),
  ).toThrow(TooManySecrets)
})

test('a page of a thousand rows with secrets is searched whole', () => {
  const rows = Array.from({ length: 1_000 }, (_, n) => ({
    ext: String(n),
    password: `${n}-secret-of-it`,
    agentName: 'Ada',
  }))
  expect(redactAnswer([...rows, { agentName: 'with 999-secret-of-it' }], [])).toEqual(['agentName'])
})
