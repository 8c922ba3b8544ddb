import { expect, test } from 'vitest'
import { noDepartment } from '#contract/people.ts'
import { LabelStore } from '#server/labels/store.ts'
import { factsOf } from '#server/people/facts.ts'
import { matchLines, type Line } from '#server/people/lines.ts'
import { People } from '#server/people/people.ts'
import type { Database } from '#server/platform/database/database.ts'
import { observe } from '#server/numbers/observe.ts'
import { observedIn } from '#server/numbers/recorder.ts'
import { seenExtension } from '../numbers/number-store.ts'
import { eachStore } from '../../stores/each-store.ts'
import { recordSeen } from '#server/people/record.ts'
import { testAudit } from '../test-audit.ts'

const account = 'a'
type Given = [name: string, workNumber?: string, department?: string, ext?: string, email?: string]
const people: Given[] = [
  ['王洋', '1801'],
  ['张伟', '1806', '客服一部'],
  ['张伟', '1807', '客服二部'],
  ['张伟', '1899'],
  ['章薇', '1808'],
  ['李明', '1803', undefined, '2003'],
  ['赵杰', '1804'],
  ['王芳', '1805', '客服一部'],
  ['李和平', '1810'],
  ['李想', '1820'],
  ['赵想容', '1821'],
  ['王理想', '1822'],
  ['何需', '1823'],
  ['要武', '1824'],
  ['李请', '1825'],
  ['Ingrid Patel', '1802'],
  ['Ingrid Patel', 'W-9'],
  ['Ingrid Patel', 'W-10'],
  ['Ingrid Patel', '1790'],
  ['Ingrid Patel'],
  ['Jonas Müller', '1777', undefined, '1801'],
  ['Tom Weber', '1811', 'Billing', undefined, 'p25@example.com'],
  ['Dana Schäfer', '1812', 'Technical  Support', '2010'],
  ['Kim O’Brien', 'W-7', 'technical support'],
  ['Jean-Luc Moreau', 'BER_0042', 'Ｂilling'],
  ['Søren Larsen', 'R-101'],
  ['100% Percent', 'P-1', '-'],
  // Before Kim O’Brien by name, and W-7 begins the work number.
  ['Aaron Abel', 'W-77'],
]

async function fill(database: Database) {
  const labels = new LabelStore(database, account)
  const uuidOf = (n: number) => `person-${String(n).padStart(8, '0')}`
  await database.db.transaction().execute((transaction) =>
    recordSeen(
      transaction,
      { database, account },
      people.map(([name, workNumber, department, , email], n) => ({
        agentUuid: uuidOf(n),
        facts: factsOf({ name, workNumber, department, email }, 'agent-record', 1),
        at: 1,
      })),
    ),
  )
  const records = people.flatMap(([agentName, , , ext], n) =>
    ext === undefined ? [] : [seenExtension(ext, { bindStatus: 1, agentUuid: uuidOf(n), agentName })],
  )
  await observe(
    { database, account, audit: testAudit(database) },
    observedIn({ records, absent: [], source: 'detail', at: 1_000 }),
  )
  return new People({ database, account, labels: labels.of('agent') })
}

const shown = ({ name, work_number: workNumber }: Line['people'][number]) => `${name} ${workNumber ?? '-'}`
const outcome = ({ kind, why, people: found, total, beside }: Line): string =>
  kind === 'person'
    ? `= ${found.map(shown).join()}${beside.length > 0 ? ` (${beside.join(', ')})` : ''}`
    : kind === 'choose'
      ? `? ${total}`
      : `- ${why}${found.length > 0 ? `: ${found.map(shown).join(', ')}` : ''}`

/** Lines of chats and mails, and what each means. */
const lines: [line: string, ...meant: string[]][] = [
  ['下周一需要号码的同事：', '- heading'],
  ['大家好，麻烦帮下面几位同事开通分机', '- unknown'],
  ['李想', '= 李想 1820'],
  ['赵想容', '= 赵想容 1821'],
  ['王理想', '= 王理想 1822'],
  ['何需', '= 何需 1823'],
  ['要武', '= 要武 1824'],
  ['李请', '= 李请 1825'],
  ['李想要一个新号码', '- unknown: 李想 1820'],
  ['1、李想', '= 李想 1820'],
  ['① 王芳', '= 王芳 1805'],
  ['二、赵杰（1804）', '= 赵杰 1804'],
  ['李明，1803', '= 李明 1803'],
  ['李明，1804', '- other-number: 李明 1803, 赵杰 1804'],
  ['李明1803', '= 李明 1803'],
  ['1803 李明', '= 李明 1803'],
  ['工号1803 李明', '= 李明 1803'],
  ['李明 工号：1888', '- other-number: 李明 1803'],
  ['李明 8301001', '= 李明 1803 (8301001)'],
  ['张伟', '? 3'],
  ['张伟（客服二部）', '= 张伟 1807'],
  ['张伟 1806', '= 张伟 1806'],
  ['张伟 11月28日 10:32', '- unknown: 张伟 1806, 张伟 1807, 张伟 1899'],
  ['@张伟 麻烦看一下', '- unknown: 张伟 1806, 张伟 1807, 张伟 1899'],
  [
    '李明、王芳、赵杰',
    '- several: 赵杰 1804, 李明 1803, 王芳 1805',
    '= 李明 1803',
    '= 王芳 1805',
    '= 赵杰 1804',
  ],
  ['李明，1803，王芳，1805', '- several: 李明 1803, 王芳 1805', '= 李明 1803', '= 王芳 1805'],
  ['李明、王芳、赵小新', '- several: 李明 1803, 王芳 1805', '= 李明 1803', '= 王芳 1805', '- unknown'],
  ['李明和王芳', '- several: 李明 1803, 王芳 1805', '= 李明 1803', '= 王芳 1805'],
  ['李和平', '= 李和平 1810'],
  ['王 芳', '= 王芳 1805'],
  ['王扬', '- unknown'],
  ['周晓 1821', '- unknown: 赵想容 1821'],
  ['谢谢！辛苦了', '- unknown'],
  ['共3人', '- unknown'],
  ['王芳（已离职）', '= 王芳 1805 (已离职)'],
  ['姓名\t工号\t部门', '- unknown'],
  ['王芳\t1805\t客服一部', '= 王芳 1805'],
  ['王芳\t李明', '- several: 李明 1803, 王芳 1805', '= 王芳 1805', '= 李明 1803'],
  ['1805', '= 王芳 1805'],
  ['2003', '- unknown: 李明 1803'],
  ['1801', '- unknown: Jonas Müller 1777, 王洋 1801'],
  ['here is the new team starting Monday:', '- heading'],
  ['Hi all,', '- unknown'],
  ['Good morning Dana, could you please add the following', '- unknown'],
  ['- Ingrid Patel (1802)', '= Ingrid Patel 1802'],
  ['Ingrid Patel', '? 5'],
  ['[x] ingrid  patel, w9', '= Ingrid Patel W-9'],
  ['Patel, Ingrid (1790)', '= Ingrid Patel 1790'],
  ['Weber, Tom', '= Tom Weber 1811'],
  ['Tom Weber <p25@example.com>', '= Tom Weber 1811'],
  ["Kim O'Brien", '= Kim O’Brien W-7'],
  ['Kim OBrien', '- unknown'],
  ['Jean‑Luc Moreau, BER_0042', '= Jean-Luc Moreau BER_0042'],
  ['Tom Weber needs one by Friday', '- unknown: Tom Weber 1811'],
  [
    'Tom Weber, please set up numbers for these',
    '- several: Tom Weber 1811',
    '= Tom Weber 1811',
    '- unknown',
  ],
  [
    'Tom Weber and Dana Schäfer',
    '- several: Tom Weber 1811, Dana Schäfer 1812',
    '= Tom Weber 1811',
    '= Dana Schäfer 1812',
  ],
  [
    'Tom Weber; Dana Schäfer (ext. 2010)',
    '- several: Dana Schäfer 1812, Tom Weber 1811',
    '= Tom Weber 1811',
    '= Dana Schäfer 1812',
  ],
  ['Not Tom Weber!', '- unknown: Tom Weber 1811'],
  ['~~Tom Weber~~', '- unknown: Tom Weber 1811'],
  ['Tom Weber  10:42 AM', '- unknown: Tom Weber 1811'],
  ['Thanks, Tom', '- unknown'],
  ['Priya Nair, 2201', '- unknown'],
  ['Jonas Muller', '- unknown'],
  ['Hallo zusammen, ab Montag brauchen wir Nummern für:', '- heading'],
  ['• Jonas Müller', '= Jonas Müller 1777'],
  ['Jonas Müller, Personalnummer 1777', '= Jonas Müller 1777'],
  ['Herr Müller', '- unknown'],
  ['Dana Schäfer (DW 2010)', '= Dana Schäfer 1812'],
  [
    'Jonas Müller und Søren Larsen',
    '- several: Jonas Müller 1777, Søren Larsen R-101',
    '= Jonas Müller 1777',
    '= Søren Larsen R-101',
  ],
  ['Viele Grüße', '- unknown'],
  ['Bitte Tom Weber nicht vergessen', '- unknown: Tom Weber 1811'],
  ['person-00000007', '= 王芳 1805'],
]

eachStore(({ open }) => {
  test('reads lines of chats and mails: exactly known people only', async () => {
    const directory = await fill(await open())
    const found = await matchLines(
      lines.map(([line]) => line),
      directory,
    )
    expect(found.map((line) => [line.text, outcome(line), ...line.parts.map(outcome)])).toEqual(lines)
  })

  test('fills the form of a new colleague from a name and work number, and from no sentence', async () => {
    const directory = await fill(await open())
    const texts = [
      'Priya Nair, 2201',
      '想要需 2202',
      '大家好，麻烦帮下面几位同事开通分机',
      'here is the new team:',
    ]
    expect((await matchLines(texts, directory)).map(({ name, workNumber }) => [name, workNumber])).toEqual([
      ['Priya Nair', '2201'],
      ['想要需', '2202'],
      ['', null],
      ['', null],
    ])
  })

  test('finds an exact work number or extension first, and both when a number is either', async () => {
    const directory = await fill(await open())
    const found = async (q: string) => {
      const best = { sort: 'best', order: 'asc' } as const
      const { rows, total } = await directory.list({ q }, best, { offset: 0, limit: 3 })
      return [total, ...rows.map(shown)]
    }
    expect(await found('1801')).toEqual([2, 'Jonas Müller 1777', '王洋 1801'])
    for (const q of ['W-7', 'w7', 'Ｗ－７']) expect((await found(q))[1]).toBe('Kim O’Brien W-7')
    expect(await found('ingrid patel')).toEqual([
      5,
      'Ingrid Patel 1790',
      'Ingrid Patel 1802',
      'Ingrid Patel W-9',
    ])
    expect(await found('zhang wei')).toEqual([4, '张伟 1806', '张伟 1807', '章薇 1808'])
    expect(await found('%')).toEqual([1, '100% Percent P-1'])
    expect(await found('P25@example.com')).toEqual([1, 'Tom Weber 1811'])
    expect(await found('person-00000007')).toEqual([1, '王芳 1805'])
    expect(await found('billing')).toEqual([2, 'Jean-Luc Moreau BER_0042', 'Tom Weber 1811'])
  })

  test('offers the names nearest to a misspelled one', async () => {
    const directory = await fill(await open())
    for (const [typed, name] of [
      ['Jonas Muler', 'Jonas Müller'],
      ['Jonas Mueller', 'Jonas Müller'],
      ['Ingrd Patel', 'Ingrid Patel'],
      ['王扬', '王洋'],
      ['章伟', '张伟'],
      ['张偉', '张伟'],
      ['Sören Larson', 'Søren Larsen'],
      ['Eva Müller', 'Jonas Müller'],
    ] as const)
      expect([typed, (await directory.nearest(typed, 5))[0]?.name]).toEqual([typed, name])
    for (const typed of ['xyzzy', 'please help', '下周一', '%', ''])
      expect([typed, await directory.nearest(typed, 5)]).toEqual([typed, []])
  })

  test('counts a department in any case, width and spacing as one, and lists the people without one', async () => {
    const directory = await fill(await open())
    const found = await directory.departments()
    expect(found.slice(0, 2)).toMatchObject([{ department: 'Billing', count: 2 }, { count: 2 }])
    expect(found.at(-1)).toEqual({ department: null, count: 21 })
    const totalOf = async (department: string) =>
      (await directory.list({ department }, { sort: 'name', order: 'asc' }, { offset: 0, limit: 1 })).total
    for (const spelling of ['billing', 'ＢＩＬＬＩＮＧ', ' Billing ']) expect(await totalOf(spelling)).toBe(2)
    expect(await totalOf(noDepartment)).toBe(21)
  })
})
