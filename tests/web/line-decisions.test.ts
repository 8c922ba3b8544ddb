import { expect, test } from 'vitest'
import { decideLines, undecided, type Decision } from '#web/pages/jobs/import/line-decisions.ts'

const after = (...decisions: Decision[]) => {
  const { deleted, withoutAgent } = decisions.reduce(decideLines, undecided)
  return { deleted: [...deleted], withoutAgent: Object.fromEntries(withoutAgent) }
}

test('removes lines, and restores all of them', () => {
  expect(after({ type: 'remove', line: 3 }, { type: 'remove', line: 5 }).deleted).toEqual([3, 5])
  expect(after({ type: 'remove', line: 3 }, { type: 'restore' }).deleted).toEqual([])
})

test('creates lines without their agents, the latest decision of each, until it is taken back', () => {
  const free: Decision = { type: 'createWithout', lines: [2, 3, 4], as: 'free' }
  const colleague: Decision = { type: 'createWithout', lines: [3], as: 'colleague' }
  expect(after(free, colleague).withoutAgent).toEqual({ 2: 'free', 3: 'colleague', 4: 'free' })
  expect(after(free, { type: 'keepAgents', line: 2 }).withoutAgent).toEqual({ 3: 'free', 4: 'free' })
  expect(after(free, { type: 'keepAgents' }).withoutAgent).toEqual({})
})

test('keeps what was decided about lines that are removed and restored', () => {
  const free: Decision = { type: 'createWithout', lines: [2], as: 'free' }
  expect(after(free, { type: 'remove', line: 2 }, { type: 'restore' })).toEqual({
    deleted: [],
    withoutAgent: { 2: 'free' },
  })
})
