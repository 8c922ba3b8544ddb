import { expect, test } from 'vitest'
import type { DirectoryAgent } from '#contract/agents.ts'
import { readNumbers } from '#web/entities/extension/number-ranges.ts'
import { paths } from '#web/lib/paths.ts'
import type { Option, PaletteContext } from '#web/app/palette/palette-context.ts'
import { optionsFor } from '#web/app/palette/options.ts'
import { sentenceOptions } from '#web/app/palette/sentence-options.ts'

const wang = { uuid: '9348ee74c2cefd4740db23a3b5bf4a0d', name: 'Wang Wei' }
const context: PaletteContext = {
  language: 'en',
  now: new Date(2026, 10, 23).getTime(),
  t: (key, values) => `${key} ${JSON.stringify(values ?? {})}`,
  allowed: () => true,
  pages: [{ path: paths.reserve(), title: 'Reserve', otherTitle: '' }],
  agents: [],
  known: [],
  found: [],
  pools: [
    { id: 'p1', name: 'Sales' },
    { id: 'p2', name: 'Support' },
  ],
  jobs: [],
  suggestions: [],
  number: { ext: '8012', state: 'free' },
  recent: [],
}
const known: PaletteContext = { ...context, agents: [wang] }

/** Returns the pathname and parameters of an option's link, or `null` when the option has none. */
function asked(option: Option | undefined) {
  const action = option?.action
  if (action === undefined || !('to' in action)) return null
  const { pathname, searchParams } = new URL(action.to, 'http://console')
  return { pathname, ...Object.fromEntries(searchParams) }
}
const numbersOf = (option: Option | undefined) => {
  const to = asked(option)
  return to !== null && 'numbers' in to ? readNumbers(String(to.numbers)).numbers : []
}

test('reads a range in words with any verb', () => {
  for (const verb of ['create', 'reserve']) {
    const [first] = sentenceOptions(`${verb} 8001 to 8003`, context)
    expect(numbersOf(first)).toEqual(['8001', '8002', '8003'])
  }
})

test('names no agent when several numbers are reserved', () => {
  const options = sentenceOptions('reserve 8001-8003 for wang', known)
  expect(options).toHaveLength(1)
  expect(options[0]?.label).not.toContain('Wang')
  expect(asked(options[0])).toEqual({ pathname: paths.reserve(), numbers: '8001-8003' })
})

test('does not take an agent after "to" for the end of a range', () => {
  for (const who of ['wang', wang.uuid]) {
    const [option] = sentenceOptions(`assign 8012 to ${who}`, known)
    expect(asked(option)).toEqual({ pathname: paths.reserve(), numbers: '8012', agentUuid: wang.uuid })
  }
  expect(asked(sentenceOptions('reserve 8012 to 9348ee74c2cefd4740db23a3b5bf4a0d', known)[0])).toMatchObject({
    numbers: '8012',
    agentUuid: wang.uuid,
  })
  // 1040 is a work number: the palette finds no agent for it here, and must not take it for the end of a range.
  const free = { ...context, number: { ext: '1001', state: 'free' } as const }
  expect(asked(sentenceOptions('assign 1001 to 1040', free)[0])).toMatchObject({ numbers: '1001' })
})

test('reserves for a joiner with or without a number, but creates no extension', () => {
  const joiner: DirectoryAgent = {
    id: '2f1c9d0e-1111-4222-8333-444455556666',
    agentUuid: null,
    name: 'Nora New',
    workNumber: '4711',
    department: null,
    ext: null,
    numbers: 0,
    state: 'none',
    reserved: [],
    labels: [],
  }
  const withJoiner = { ...context, found: [joiner] }
  const [any] = sentenceOptions('reserve for nora', withJoiner)
  expect(any?.label).toContain('Nora New · 4711 · agents.joiner')
  expect(asked(any)).toEqual({ pathname: paths.reserve(), joiner: joiner.id })
  const [one] = sentenceOptions('reserve 8012 for nora', withJoiner)
  expect(asked(one)).toEqual({ pathname: paths.reserve(), numbers: '8012', joiner: joiner.id })
  // Recent commands must not keep a joiner's ID, which leads nowhere once the service shows the agent.
  expect([any?.recall, one?.recall]).toEqual([undefined, undefined])
  expect(sentenceOptions('create 8012 for nora', withJoiner)).toEqual([])
})

test('passes a long range to the page without losing or adding a number', () => {
  const [option] = sentenceOptions('reserve 800001-800400', context)
  expect(option?.label).toContain('800001–800400')
  const numbers = numbersOf(option)
  expect([numbers.length, numbers[0], numbers.at(-1)]).toEqual([400, '800001', '800400'])
})

test('finds the history of a number, and its agent last month, in either language', () => {
  for (const typed of ['history 8012', '8012 历史', 'who had 8012?', '谁用过 8012'])
    expect(asked(sentenceOptions(typed, context)[0])).toEqual({ pathname: '/extensions/8012' })
  for (const typed of [
    'who had 8012 last month',
    '8012 上个月是谁的',
    '8012 上个月谁在用',
    'history 8012 last month',
  ]) {
    const [first] = sentenceOptions(typed, context)
    expect(asked(first)).toEqual({ pathname: '/extensions/8012', period: '2026-10' })
    expect(first?.label).toContain('October 2026')
  }
  const [now] = sentenceOptions('who has 8012', context)
  expect(now?.action).toEqual({ to: '/extensions/8012' })
  const [history] = sentenceOptions('history 8012', context)
  expect(history?.action).toEqual({ to: '/extensions/8012#history' })
})

test('finds a pool by name, and offers all pools when no name is given', () => {
  expect(sentenceOptions('pool sal', context).map(asked)).toEqual([{ pathname: '/numbers', pool: 'p1' }])
  expect(sentenceOptions('号码池', context).map(asked)).toEqual([
    { pathname: '/numbers', pool: 'p1' },
    { pathname: '/numbers', pool: 'p2' },
  ])
  expect(sentenceOptions('pool nothing', context)).toEqual([])
})

test('follows a suggestion, also when it equals the typed text', () => {
  const suggestions = ['Wang Wei', '8012', wang.uuid]
  const led = suggestions.map((typed) =>
    asked(optionsFor(typed, { ...context, suggestions }).find(({ group }) => group === 'suggestions')),
  )
  expect(led[0]).toEqual({ pathname: paths.agents(), q: 'Wang Wei' })
  for (const [index, typed] of suggestions.entries())
    for (const option of optionsFor(typed, { ...context, suggestions: [suggestions[index] ?? ''] }))
      expect(option.action).not.toEqual({ fill: typed })
})

test('holds a number for an agent until tomorrow', () => {
  for (const said of [
    'hold a number for wang wei until tomorrow',
    'reserve for wang wei till tomorrow',
    '给wang wei预留一个号码到明天',
  ])
    expect(asked(sentenceOptions(said, known)[0])).toEqual({
      pathname: paths.reserve(),
      agentUuid: wang.uuid,
    })
})

test('lists recent agents first, also by pinyin, each with distinguishing details', () => {
  const agentCalled = (n: number): DirectoryAgent => ({
    id: `id-${n}`,
    agentUuid: `00000000-0000-4000-8000-00000000000${n}`,
    name: '王伟',
    workNumber: `100${n}`,
    department: 'Sales',
    ext: `800${n}`,
    numbers: 1,
    state: 'number',
    reserved: [],
    labels: [],
  })
  const [first, second] = [agentCalled(1), agentCalled(2)]
  const opened = {
    ...context,
    agents: [{ uuid: second.agentUuid ?? '', name: '王伟' }],
    known: [second],
  }
  for (const options of [
    optionsFor('wangwei', { ...opened, found: [first, second] }),
    sentenceOptions('reserve for wangwei', { ...opened, found: [first, second] }),
  ])
    expect(options.map(({ label, note }) => /100\d · 800\d · Sales/.exec(label + note)?.[0])).toEqual([
      '1002 · 8002 · Sales',
      '1001 · 8001 · Sales',
    ])
  expect(optionsFor('', opened).at(-1)?.note).toBe('1002 · 8002 · Sales')
})

test('answers who had a number last month in either language', () => {
  for (const said of ['who had 8012 last month', '上个月谁用过8012', '8012上个月是谁的']) {
    const action = sentenceOptions(said, context)[0]?.action
    expect(action).toEqual({ to: paths.extensionHistory('8012', { period: '2026-10' }) })
  }
})

test.each([
  ['who had 8012 last week', '2026-11-16w', 'Nov 16 – 22, 2026'],
  ['上周谁用过8012', '2026-11-16w', 'Nov 16 – 22, 2026'],
  ['who had 8012 yesterday', '2026-11-22', 'Nov 22, 2026'],
  ['昨天谁用过8012', '2026-11-22', 'Nov 22, 2026'],
])('answers "%s" with the history of %s', (said, period, shown) => {
  const [option] = sentenceOptions(said, context)
  expect(option?.action).toEqual({ to: paths.extensionHistory('8012', { period }) })
  expect(option?.label.replaceAll(/\s/g, ' ')).toContain(shown)
})
