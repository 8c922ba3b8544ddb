import { text as textOf } from 'node:stream/consumers'
import Papa from 'papaparse'
import { expect, test } from 'vitest'
import { zoneTimes } from '#contract/zone-time.ts'
import { reportOf } from '#server/jobs/answers.ts'
import type { ItemRow } from '#server/jobs/schema.ts'

const row: ItemRow = {
  job_id: 'j',
  position: 0,
  account: 'a',
  ext: '0801',
  agent_id: null,
  agent_type: null,
  lang_code_txt: null,
  company_id: null,
  password: 'sealed-text',
  password_source: 'given',
  state: 'failed',
  attempts: 1,
  how: null,
  checked: null,
  code: 'upstream-refused',
  upstream_code: '310000',
  message: '=HYPERLINK("http://evil.example","号码, \n错误")',
  started_at: 0,
  open_since: null,
  ended_at: 1_000,
  looks: 0,
  next_look_at: null,
}

test('begins with a byte order mark, keeps leading zeros, escapes formulas and contains no password', async () => {
  const rows = [row, { ...row, message: '+1' }, { ...row, message: '@a' }, { ...row, message: '-1' }]
  const text = await textOf(reportOf(rows, zoneTimes('Asia/Shanghai')))
  expect(text.charCodeAt(0)).toBe(0xfeff)
  const { data } = Papa.parse<Record<string, string>>(text.slice(1), { header: true, skipEmptyLines: true })
  expect(data[0]).toMatchObject({
    ext: '0801',
    line: '1',
    'startedAt (Asia/Shanghai)': '1970-01-01 08:00:00',
  })
  expect(data.map(({ message }) => message?.charAt(0))).toEqual(["'", "'", "'", "'"])
  expect(text).not.toContain('sealed-text')
  expect(Object.keys(data[0] ?? {})).not.toContain('password')
})
