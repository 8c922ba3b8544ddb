import { expect, test } from 'vitest'
import type { Person } from '#contract/people.ts'
import { numbersIn } from '#contract/numbers-in-text.ts'
import { paths } from '#web/lib/paths.ts'
import type { Option, PaletteContext } from '#web/app/palette/palette-context.ts'
import { optionsFor } from '#web/app/palette/options.ts'

const wang = { uuid: '9348ee74c2cefd4740db23a3b5bf4a0d', name: 'Wang Wei' }
const context: PaletteContext = {
  language: 'en',
  now: new Date(2026, 10, 23).getTime(),
  t: (key, values) => `${key} ${JSON.stringify(values ?? {})}`,
  isAllowed: () => true,
  limit: { includesNumber: () => true, includesPerson: () => true },
  pages: [],
  recentPeople: [],
  recentInDirectory: [],
  matches: [],
  totalMatches: 0,
  named: {
    job: [{ name: 'Second floor', to: '/jobs/j1' }],
    pool: [
      { name: 'Sales', to: '/numbers?pool=p1' },
      { name: 'Support', to: '/numbers?pool=p2' },
    ],
    label: [{ name: 'Salem', to: '/numbers?label=Salem' }],
    user: [{ name: 'Sally', to: '/users?q=sally' }],
  },
  suggestions: [],
  number: null,
  recent: [],
}

/** Returns the pathname and parameters of an option's link, or `null` when the option has none. */
function asked(option: Option | undefined) {
  const action = option?.action
  if (action === undefined || !('to' in action)) return null
  const { pathname, searchParams } = new URL(action.to, 'http://console')
  return { pathname, ...Object.fromEntries(searchParams) }
}
const numbersOf = (option: Option | undefined) => {
  const to = asked(option)
  return to !== null && 'numbers' in to ? numbersIn(String(to.numbers)).numbers : []
}

const labelsOf = (options: readonly Option[]) => options.map(({ label }) => label.split(' ')[0])

test('answers a number with its holder first, then with what is possible in its state', () => {
  const bound = { ext: '8012', state: 'bound', holder: 'Ingrid Patel', department: 'Sales' } as const
  const options = optionsFor('8012', { ...context, number: bound })
  expect(options[0]).toMatchObject({
    label: 'palette.number.holder {"ext":"8012","holder":"Ingrid Patel"}',
    action: { to: paths.extension('8012') },
  })
  expect(labelsOf(options).slice(1, 4)).toEqual(['palette.request', 'palette.leave', 'palette.reveal'])
  expect(options.slice(1, 4).map(({ action }) => action)).toEqual([
    { request: '8012' },
    { leave: { name: 'Ingrid Patel', numbers: ['8012'] } },
    { reveal: '8012' },
  ])
  expect(labelsOf(options)).not.toContain('palette.reserve')
  expect(labelsOf(options)).not.toContain('palette.create.one')
  expect(options.find(({ label }) => label.includes('October 2026'))?.action).toEqual({
    to: paths.extensionHistory('8012', { period: '2026-10' }),
  })
  const free = optionsFor('8012', {
    ...context,
    number: { ext: '8012', state: 'free', holder: null, department: null },
  })
  expect(labelsOf(free).slice(0, 2)).toEqual(['search.extension', 'palette.reserve'])
  expect(labelsOf(free)).not.toContain('palette.create.one')
  const absent = optionsFor('8012', {
    ...context,
    number: { ext: '8012', state: null, holder: null, department: null },
  })
  expect(labelsOf(absent).slice(0, 2)).toEqual(['search.extension', 'palette.create.one'])
  expect(labelsOf(absent)).not.toContain('palette.history')
})

test('offers to reserve before the pages, to those who may', () => {
  for (const typed of ['reserve', '预留'])
    expect(optionsFor(typed, context)[0]).toMatchObject({
      label: 'person.reserve {}',
      action: { reserve: {} },
    })
  const options = optionsFor('reserve', { ...context, isAllowed: () => false })
  expect(labelsOf(options)).not.toContain('person.reserve')
  const limit = { includesNumber: () => false, includesPerson: () => false }
  const number = { ext: '1010', state: 'free' as const, holder: null, department: null }
  expect(labelsOf(optionsFor('1010', { ...context, number, limit }))).not.toContain('palette.reserve')
  expect(labelsOf(optionsFor('1010', { ...context, number }))).toContain('palette.reserve')
})

test('offers only what the role may do, and waits for the state of the number', () => {
  const isAllowed = () => false
  const supervisor = optionsFor('8001-8003', {
    ...context,
    isAllowed: (permission) => permission === 'extension.reserve',
  })
  expect(labelsOf(supervisor)).toEqual(['palette.reserve'])
  const none = optionsFor('8012', { ...context, isAllowed, pages: [] })
  expect(labelsOf(none)).toEqual(['search.extension', 'search.idle'])
})

test('separates lists of numbers from pages, which come before what can be done', () => {
  const groupOf = (typed: string, label: string) =>
    optionsFor(typed, context).find((option) => option.label.startsWith(label))?.group
  expect(groupOf('8012', 'search.extension')).toBe('go')
  expect(groupOf('8012', 'search.idle')).toBe('numbers')
  expect(groupOf('*88', 'search.numbers')).toBe('numbers')
})

test('names the numbers that it offers to reserve: no range between single numbers', () => {
  const t: PaletteContext['t'] = (key, values) =>
    key === 'list.separator' ? ', ' : `${key} ${JSON.stringify(values ?? {})}`
  const reserved = (typed: string) => optionsFor(typed, { ...context, t })[0]?.label
  expect(reserved('8001, 8050')).toBe('palette.reserve {"numbers":"8001, 8050"}')
  expect(reserved('8001-8003, 8050')).toBe('palette.reserve {"numbers":"8001–8003, 8050"}')
  expect(reserved('8001, 8003, 8005, 8007')).toBe('palette.reserve {"numbers":"8001, 8003, 8005, …"}')
})

test('finds jobs, pools, labels and users by their names', () => {
  const to = (typed: string) =>
    optionsFor(typed, context).map(({ action }) => ('to' in action ? action.to : ''))
  expect(to('sal')).toEqual(['/numbers?pool=p1', '/numbers?label=Salem', '/users?q=sally'])
  expect(to('second')).toEqual(['/jobs/j1'])
})

const newColleague: Person = {
  id: 'new-colleague-1',
  agentUuid: null,
  kind: 'person',
  name: 'New Colleague',
  workNumber: '2001',
  department: null,
  startsOn: null,
  ext: null,
  numbers: 0,
  state: 'none',
  reserved: [],
  labels: [],
}

test('offers a new colleague a number, and opens the roster entry', () => {
  const options = optionsFor('new colleague', { ...context, matches: [newColleague] })
  expect(options.at(-1)?.action).toEqual({
    reserve: { person: { id: 'new-colleague-1', isNewColleague: true, name: 'New Colleague' } },
  })
})

test('says of who or what has no account which of both it is', () => {
  const notesOf = (match: Person) =>
    optionsFor('elbe', { ...context, matches: [match] }).flatMap(({ group, note }) =>
      group === 'people' ? [note] : [],
    )
  expect(notesOf({ ...newColleague, name: 'Elbe', workNumber: null })).toEqual(['people.colleague {}'])
  expect(notesOf({ ...newColleague, name: 'Elbe', workNumber: null, kind: 'resource' })).toEqual([
    'people.kind.resource {}',
  ])
})

test('passes a long range to the page without losing or adding a number', () => {
  const [option] = optionsFor('800001-800400', context)
  expect(option?.label).toContain('800001–800400')
  const numbers = numbersOf(option)
  expect([numbers.length, numbers[0], numbers.at(-1)]).toEqual([400, '800001', '800400'])
})

test('follows a suggestion, also when it equals the typed text', () => {
  const suggestions = ['Wang Wei', '8012', wang.uuid]
  const led = suggestions.map((typed) =>
    asked(optionsFor(typed, { ...context, suggestions }).find(({ group }) => group === 'suggestions')),
  )
  expect(led[0]).toEqual({ pathname: paths.people(), q: 'Wang Wei' })
  for (const [index, typed] of suggestions.entries())
    for (const option of optionsFor(typed, { ...context, suggestions: [suggestions[index] ?? ''] }))
      expect(option.action).not.toEqual({ fill: typed })
})

test('lists recent agents first, also by pinyin, each with distinguishing details', () => {
  const agentCalled = (n: number): Person => ({
    id: `id-${n}`,
    agentUuid: `00000000-0000-4000-8000-00000000000${n}`,
    kind: 'person',
    name: '王伟',
    workNumber: `100${n}`,
    department: 'Sales',
    startsOn: null,
    ext: `800${n}`,
    numbers: 1,
    state: 'number',
    reserved: [],
    labels: [],
  })
  const [first, second] = [agentCalled(1), agentCalled(2)]
  const opened = {
    ...context,
    recentPeople: [{ uuid: second.agentUuid ?? '', name: '王伟' }],
    recentInDirectory: [second],
  }
  const options = optionsFor('wangwei', { ...opened, matches: [first, second] })
  const hints = /"ext":"(800\d)".+"workNumber":"(100\d)".+ · Sales/
  const who = options.map(({ label, note }) => hints.exec(label.replaceAll('\\', '') + note)?.slice(1))
  // Each person's page, then *Reserve a number* for each.
  expect(who).toEqual([
    ['8002', '1002'],
    ['8001', '1001'],
    ['8002', '1002'],
    ['8001', '1001'],
  ])
  expect(options.at(-1)?.action).toEqual({
    reserve: { person: { id: first.agentUuid, isNewColleague: false, name: '王伟' } },
  })
  expect(hints.exec(optionsFor('', opened)[0]?.note ?? '')?.slice(1)).toEqual(['8002', '1002'])
})

test.each(['*88', '20??', '5 in a row', '5 连号'])(
  'finds the numbers that %s means, before people',
  (typed) => {
    const ada: Person = {
      id: 'ada',
      agentUuid: '00000000-0000-4000-8000-000000000001',
      kind: 'person',
      name: 'Ada',
      workNumber: '1088',
      department: null,
      startsOn: null,
      ext: '2088',
      numbers: 1,
      state: 'number',
      reserved: [],
      labels: [],
    }
    const options = optionsFor(typed, { ...context, matches: [ada] })
    expect(asked(options[0])).toEqual({ pathname: '/numbers', search: typed })
  },
)

test('leads to everyone whom a name fits when there are more than it lists', () => {
  const matches = Array.from({ length: 10 }, (_, n): Person => ({
    id: `wang-${n}`,
    agentUuid: `agent-wang-${n}`,
    kind: 'person',
    name: 'Wang Wei',
    workNumber: null,
    department: null,
    startsOn: null,
    ext: null,
    numbers: 0,
    state: 'none',
    reserved: [],
    labels: [],
  }))
  const moreOf = (totalMatches: number) =>
    optionsFor('wang wei', { ...context, matches, totalMatches }).find(({ label }) =>
      label.startsWith('palette.people.more'),
    )
  expect(moreOf(23)).toMatchObject({
    label: 'palette.people.more {"count":15}',
    action: { to: '/people?q=wang+wei' },
  })
  expect(
    optionsFor('wang wei', { ...context, matches: matches.slice(0, 5), totalMatches: 5 }),
  ).not.toContainEqual(expect.objectContaining({ label: expect.stringContaining('palette.people.more') }))
})
