import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { createOwnSecrets } from '#upstream/own-secrets.ts'
import { redactAnswer, TooManySecrets } from '#upstream/redact.ts'

const [password, ha1] = ['Secret-1', 'a'.repeat(32)]
const record = (ext: string): Record<string, unknown> => ({ ext, password, ha1, ha1b: null, enabled: 1 })

/** Returns the redacted answer and the fields that held a secret. */
function redacted(answer: unknown, sent: unknown[] = []): [unknown, string[]] {
  const fields = redactAnswer(answer, sent)
  return [answer, fields]
}

test('redacts a hash in either case, and the values of a secret that is an object or a list', () => {
  const ha1 = '7ab85a90a3dbfef57616487b1ae601ae'
  const answer = {
    ha1,
    password: { v: 'SubSecret-1234', more: ['ListSecret-1234'] },
    agentName: `${ha1.toUpperCase()} SubSecret-1234 ListSecret-1234`,
  }
  expect(redactAnswer(answer, [])).toContain('agentName')
  expect(answer.agentName).toBe('••• ••• •••')
})

test('keeps a secret in its own field and redacts it elsewhere, including keys and nested values', () => {
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

test('redacts secrets from other rows and the message, also secrets in undocumented fields', () => {
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

test('redacts a sent password, plain and as a query encodes it', () => {
  expect(
    redacted({ message: 'bad p%40ssword! and p@ssword!', path: '?password=p%40ssword%21' }, ['p@ssword!']),
  ).toEqual([{ message: 'bad ••• and •••', path: '?password=•••' }, ['message', 'path']])
})

const secret = 'Sip.Secret/é"\\8001'
const wide = (text: string) =>
  text.replaceAll(/[!-~]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) + 0xfee0))
const base64 = (text: string) => Buffer.from(text).toString('base64')
/** Long enough that the secret spans two lines. */
const long = 'To: Ada Lovelace, about her phone. It is '
const inLines = (text: string, width: number, lineBreak: string) =>
  text.match(new RegExp(`.{1,${width}}`, 'g'))?.join(lineBreak) ?? ''

test.each<[string, unknown]>([
  ['in a longer text', `before ${secret} after`],
  ['in another case', secret.toUpperCase()],
  ['with blanks around it', ` ${secret} `],
  ['in a list within an object', { list: [[secret]] }],
  ['as the key of an object', { [secret]: 1 }],
  ['in a URL', `https://x.example/?q=${encodeURIComponent(secret)}&x=1`],
  ['in a URL, each character escaped', [...Buffer.from(secret)].map((n) => `%${n.toString(16)}`).join('')],
  ['in a URL in a URL', `?next=${encodeURIComponent(`?q=${encodeURIComponent(secret)}`)}`],
  ['as JSON in a text', JSON.stringify({ note: secret })],
  [
    'as JSON in a text, each character escaped',
    secret.replaceAll(/./g, (c) => `\\u00${c.charCodeAt(0).toString(16)}`),
  ],
  ['in base64', base64(secret)],
  ['in base64 after other bytes', `Basic ${base64(`8001:${secret}!`)}`],
  ['in base64 amid other letters', `id/x${base64(`a${secret}`)}`],
  ['in base64 of the URL alphabet', Buffer.from(`??>${secret}`).toString('base64url')],
  ['in base64 in lines, as mail has it', inLines(base64(`${long}${secret}${long}`), 76, '\r\n')],
  ['in base64 in lines, as certificates have it', inLines(base64(`${long}${secret}`), 64, '\n')],
  ['in base64 in lines whose breaks were replaced', inLines(base64(`${long}${secret}`), 76, '  ')],
  [
    'in base64 in lines in JSON in a text',
    JSON.stringify({ mail: inLines(base64(`${long}${secret}${long}`), 76, '\r\n') }),
  ],
  ['in base64 in a URL', `?auth=${encodeURIComponent(base64(secret))}`],
  ['in full-width letters', wide(secret)],
  ['in full-width letters, with a character of two units before', `😀${wide(secret)}😀`],
  ['with invisible characters between', Array.from(secret).join('\u200b')],
  ['with soft hyphens and joiners between', Array.from(secret).join('\u00ad\u2060')],
  ['with characters between that were replaced', Array.from(secret).join('\ufffd')],
  ['as HTML', `&lt;b&gt;${secret.replaceAll('"', '&quot;')}&lt;/b&gt;`],
  [
    'as HTML, each character as its number',
    Array.from(secret)
      .map((c) => `&#${c.codePointAt(0)};`)
      .join(''),
  ],
  [
    'as HTML, in hex',
    Array.from(secret)
      .map((c) => `&#x${c.codePointAt(0)?.toString(16)};`)
      .join(''),
  ],
  ['in full-width letters in a URL', encodeURIComponent(wide(secret))],
  ['behind a thousand characters', `${'n'.repeat(990)}${secret}`],
])('redacts a secret %s', (_how, note) => {
  const answer = { data: { ext: '8001', password: secret, agentName: note } }
  expect(redactAnswer(answer, [])).toHaveLength(1)
  expect(answer.data.password).toBe(secret)
  const left = JSON.stringify(answer.data.agentName)
  expect(left).toContain('•••')
  expect(left).not.toMatch(/secret|U2lwL|NlY3Jl|Zc1Nl|%53|u0053/i)
  expect(left.normalize('NFKC').replaceAll(/\p{Cf}/gu, '')).not.toMatch(/secret|&#/i)
})

test('finds a secret with a wide letter or an invisible character in its plain and its own spelling', () => {
  const odd = 'Ｓecret\u200b-of-8001e\u0301'
  const answer = { password: odd, agentName: 'x Secret-of-8001é', domain: `x ${odd}` }
  expect(redactAnswer(answer, [])).toEqual(['agentName', 'domain'])
  expect(answer).toEqual({ password: odd, agentName: 'x •••', domain: 'x •••' })
})

test.each([
  ['lower and upper case mixed', '7ab85a90a3dbfef57616487b1ae601ae', '7AB85a90a3dbfef57616487b1ae601aE'],
  ['of 12 digits', 'abcdef012345', 'ABCDEF012345'],
  [
    'of printable characters, in hex again',
    'Canary-of-8001',
    Buffer.from('x Canary-of-8001').toString('hex'),
  ],
  ['with a space, as a form encodes it', 'Secret of 8001', 'q=Secret+of+8001'],
])('redacts a hash or a password %s', (_what, ha1, agentName) => {
  expect(redacted({ ha1, agentName })).toEqual([
    { ha1, agentName: expect.stringContaining('•••') },
    ['agentName'],
  ])
})

test.each([
  'sipPwd',
  'userPass',
  'pass',
  'PASSWORD',
  'sip_password',
  'authKey',
  'sipHa1',
  'Authorization',
  '密码',
])('treats the value of %s as a secret', (name) => {
  const answer = { [name]: 'Secret-of-8001', agentName: 'with Secret-of-8001' }
  expect(redacted(answer)).toEqual([{ [name]: 'Secret-of-8001', agentName: 'with •••' }, ['agentName']])
})

test.each(['key', 'keyWord', 'sha1', 'passenger', 'compassId'])('takes no secret from %s', (name) => {
  const answer = { [name]: 'Text-of-8001', agentName: 'with Text-of-8001' }
  expect(redacted(answer)).toEqual([answer, []])
})

test('finds secrets in JSON within a text and in JSON within a secret’s field', () => {
  const note = '[{"sip":{"password":"Secret-in-JSON"}}]'
  expect(
    redacted({
      agentName: note,
      remarks: 'see Secret-in-JSON',
      password: '{"v":"Other-in-JSON"}',
      qq: 'Other-in-JSON',
    }),
  ).toEqual([
    {
      agentName: '[{"sip":{"password":"•••"}}]',
      remarks: 'see •••',
      password: '{"v":"Other-in-JSON"}',
      qq: '•••',
    },
    ['agentName', 'remarks', 'qq'],
  ])
})

test('searches deeply nested JSON in a text', () => {
  const agentName = `${'['.repeat(3_000)}${']'.repeat(3_000)}`
  expect(redacted({ password, agentName, qq: password })[1]).toEqual(['qq'])
})

test('redacts an `ext` that is no number and repeats a secret', () => {
  expect(redacted({ password, agent: { ext: password } })).toEqual([
    { password, agent: { ext: '•••' } },
    ['ext'],
  ])
})

test('redacts all of a secret that spans the point where a text is truncated', () => {
  const long = 'Secret-'.repeat(300)
  const answer = { password: long, agentName: `${'n'.repeat(995)}${long}` }
  expect(redactAnswer(answer, [])).toEqual(['agentName'])
  expect(answer.agentName).not.toContain('Sec')
})

test('removes a number that is a secret elsewhere but keeps the number of the record', () => {
  expect(
    redacted({ ext: '80012345', password: '80012345', startExt: '80012345', batchNum: 80_012_345 }),
  ).toEqual([
    { ext: '80012345', password: '80012345', startExt: '•••', batchNum: null },
    ['startExt', 'batchNum'],
  ])
})

test('redacts all of a secret that begins with another secret', () => {
  const rows = [{ password: 'Secret-1' }, { password: 'Secret-12' }]
  expect(redacted([...rows, { agentName: 'Ada Secret-12' }])).toEqual([
    [...rows, { agentName: 'Ada •••' }],
    ['agentName'],
  ])
})

test('keeps a value that is too short to distinguish from other text', () => {
  const answer = {
    password: '12345',
    agentName: '12345',
    list: [{ password: '123456', id: '123456' }],
    id: '0123456',
  }
  expect(redacted(answer)).toEqual([{ ...answer, list: [{ password: '123456', id: '•••' }] }, ['id']])
})

test('refuses an answer that would take too long to search', () => {
  const row = (n: number) => ({ password: `Secret-0-${n}`, agentName: `${n}${'Secret-0'.repeat(100)}` })
  expect(() =>
    redactAnswer(
      Array.from({ length: 5_000 }, (_, n) => row(n * 10)),
      [],
    ),
  ).toThrow(TooManySecrets)
})

test('searches all of three megabytes of base64 in base64', () => {
  const rows = Array.from({ length: 375 }, (_, n) => {
    const noise = createHash('shake256', { outputLength: 4_400 }).update(String(n)).digest('base64')
    return { ext: String(n), password: `${n}-secret-of-it`, agentName: base64(noise) }
  })
  expect(redactAnswer([...rows, { agentName: 'with 374-secret-of-it' }], [])).toEqual(['agentName'])
})

test('searches all of a page of a thousand rows with secrets', () => {
  const rows = Array.from({ length: 1_000 }, (_, n) => ({
    ext: String(n),
    password: `${n}-secret-of-it`,
    agentName: 'Ada',
  }))
  expect(redactAnswer([...rows, { agentName: 'with 999-secret-of-it' }], [])).toEqual(['agentName'])
})

const named = 'Secret/of"8001'
test.each<[string, string]>([
  ['JSON within a text', `req {"ext":"8001","password":${JSON.stringify(named)}} sent`],
  ['JSON before a text', `{"sipPwd" : ${JSON.stringify(named)}} failed`],
  ['JSON that was cut', `{"password":${JSON.stringify(named).slice(0, -1)}`],
  ['a JSON text of JSON', JSON.stringify(JSON.stringify({ password: named }))],
  ['JSON in JSON within a text', `x ${JSON.stringify({ body: JSON.stringify({ password: named }) })} y`],
  ['JSON in a URL', `?body=${encodeURIComponent(JSON.stringify({ password: named }))}`],
  ['an attribute', `password='${named}'`],
  ['JSON in HTML', `{&quot;password&quot;:&quot;${named.replace('"', '&#92;&quot;')}&quot;}`],
  ['a name in full-width letters', `${wide('password')}＝'${named}'`],
])('finds a secret by its name in %s and redacts it everywhere', (_how, agentName) => {
  const answer = { retMsg: agentName, data: [{ ext: '8001', agentName }, { qq: `other ${named}` }] }
  expect(redactAnswer(answer, [])).toEqual(['retMsg', 'agentName', 'qq'])
  expect(JSON.stringify(answer)).not.toMatch(/secret.of/i)
  expect(answer.data[1]).toEqual({ qq: 'other •••' })
})

test('redacts a secret in a query within a text up to the next parameter', () => {
  expect(
    redacted({
      retMsg: 'POST /exts?password=Secret-of-8001&ext=8001; token=Token-of-ours.',
      qq: 'Secret-of-8001 Token-of-ours',
      short: 'password=Pw-123 here',
    }),
  ).toEqual([
    { retMsg: 'POST /exts?password=•••&ext=8001; token=•••', qq: '••• •••', short: 'password=••• here' },
    ['retMsg', 'qq', 'short'],
  ])
})

test('redacts a named number and keeps a text without a value', () => {
  expect(redacted({ a: '{"password":12345678}', b: 12_345_678 })).toEqual([
    { a: '{"password":•••}', b: null },
    ['a', 'b'],
  ])
  const texts = {
    a: 'password: required',
    b: 'token = ',
    c: 'a = b: c',
    d: 'http://x.example/?q=Text-of-8001',
  }
  expect(redacted({ ...texts })).toEqual([texts, []])
})

test('refuses an answer of named values that would take too long to search', () => {
  const rows = Array.from({ length: 400 }, (_, n) => ({ ext: String(n), agentName: 'password='.repeat(800) }))
  expect(() => redactAnswer(rows, [])).toThrow(TooManySecrets)
})

test.each<[string, string]>([
  [
    'as numeric entities without a semicolon',
    'Secret#of!8001'.replaceAll(/./g, (c) => `&#${c.charCodeAt(0)}`),
  ],
  [
    'as numeric entities with leading zeros',
    'Secret#of!8001'.replaceAll(/./g, (c) => `&#0000000${c.charCodeAt(0)};`),
  ],
  [
    'as hex entities with leading zeros',
    'Secret#of!8001'.replaceAll(/./g, (c) => `&#x0000000${c.charCodeAt(0).toString(16)};`),
  ],
  ['as named entities', 'Secret&num;of&excl;8001'],
])('finds a secret %s', (_how, agentName) => {
  const answer = { password: 'Secret#of!8001', agentName }
  expect(redactAnswer(answer, [])).toEqual(['agentName'])
  expect(answer.agentName).toContain('•••')
})

test('finds a secret in hex after a digit that could belong to it', () => {
  const secret = 'SecretDefgu73'
  const answer = { password: secret, agentName: `3${Buffer.from(secret).toString('hex')}` }
  expect(redactAnswer(answer, [])).toEqual(['agentName'])
  expect(answer.agentName).toBe('3•••')
})

test('decodes named entities of other characters', () => {
  const answer = { password: 'a@b?c$d%e-f', agentName: 'x a&commat;b&quest;c&dollar;d&percnt;e-f' }
  expect(redactAnswer(answer, [])).toEqual(['agentName'])
})

test.each([wide('password'), 'pass\u200bword', 'pass word', 'p a s s w o r d', 'pass\ufffdword'])(
  'treats the value of the oddly spelled %s as a secret',
  (name) => {
    const answer = { [name]: 'Secret-of-8001', agentName: 'with Secret-of-8001' }
    expect(redactAnswer(answer, [])).toEqual(['agentName'])
  },
)

test.each([
  ['a`b{c}d[e]f|g_h*', 'a&grave;b&lbrace;c&rbrace;d&lbrack;e&rbrack;f&vert;g&UnderBar;h&midast;'],
  ['Secret|of|8001', 'Secret&VerticalLine;of&vert;8001'],
  ['Secret&of<8001>"', 'Secret&ampof&lt8001&gt&quot'],
  ['Straße-of-8001', 'STRASSE-OF-8001'],
])('finds the secret %s as %s', (password, agentName) => {
  const answer = { password, agentName }
  expect(redactAnswer(answer, [])).toEqual(['agentName'])
  expect(answer.agentName).toContain('•••')
})

test('treats a password of six characters as a secret, but not a shorter password', () => {
  const secrets = createOwnSecrets([])
  for (const password of ['qX7!zk', 'qX7!z']) secrets.addPassword(password)
  const answer = { retMsg: 'refused qX7!zk and qX7!z' }
  expect(redactAnswer(answer, [], secrets.index)).toEqual(['retMsg'])
  expect(answer.retMsg).toBe('refused ••• and qX7!z')
})

test('keeps the latest 32,000 characters of passwords that were sent earlier', () => {
  const secrets = createOwnSecrets([])
  const passwordOf = (n: number) => `Sent-${String(n).padStart(11, '0')}`
  for (let n = 0; n <= 2_000; n++) secrets.addPassword(passwordOf(n))
  const answer = { retMsg: [0, 1, 2_000].map(passwordOf).join(' ') }
  redactAnswer(answer, [], secrets.index)
  expect(answer.retMsg).toBe(`${passwordOf(0)} ••• •••`)
})

test('keeps a secret in one list that was dropped from another', () => {
  const hash = createHash('md5').update('8001').digest('hex')
  const secrets = createOwnSecrets([hash])
  secrets.addCredential(hash)
  for (let n = 0; n < 32; n++) secrets.addCredential(`credential ${n}`)
  const answer = { retMsg: `${hash} of credential 31` }
  redactAnswer(answer, [], secrets.index)
  expect(answer.retMsg).toBe('••• of •••')
})

test('keeps a credential that is used again longer than those added since', () => {
  const secrets = createOwnSecrets([])
  for (const n of [0, 1, 0]) secrets.addCredential(`credential-${n}-of-many`)
  for (let n = 2; n <= 32; n++) secrets.addCredential(`credential-${n}-of-many`)
  const answer = { retMsg: 'credential-0-of-many credential-1-of-many' }
  redactAnswer(answer, [], secrets.index)
  expect(answer.retMsg).toBe('••• credential-1-of-many')
})
