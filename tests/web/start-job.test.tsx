import { expect, test } from 'vitest'
import { ApiError } from '#web/api/api-error.ts'
import { toJob, underWayIn } from '#web/pages/jobs/plan/use-start.ts'

const passwords = { fill: 'none', length: 16 } as const

test('names a job as suggested, unless the user has entered a name', () => {
  const nameOf = (name: string) => toJob({ name, langCodeTxt: '', passwords }, [], '8001-8060').name
  expect(nameOf('  ')).toBe('8001-8060')
  expect(nameOf(' Night shift ')).toBe('Night shift')
})

test('gives the codec of the form to the rows without one', () => {
  const rows = [{ ext: '8001' }, { ext: '8002', langCodeTxt: 'PCMU' }]
  const codecsOf = (langCodeTxt: string) =>
    toJob({ name: '', langCodeTxt, passwords }, rows, 'suggested').items.map((item) => item.langCodeTxt)
  expect(codecsOf(' Opus ')).toEqual(['Opus', 'PCMU'])
  expect(codecsOf(' ')).toEqual([undefined, 'PCMU'])
})

test('reads the numbers that another user is creating from the refused places of the request', () => {
  const sent = [{ ext: '8001' }, { ext: '8002' }, { ext: '8003' }]
  const errors = ['items.0.ext', 'items.2.ext', 'items.7.ext', 'name'].map((path) => ({ path, message: '' }))
  const refusal = new ApiError('creation-in-progress', 409, null, { errors })
  expect(underWayIn(refusal, sent)).toEqual(['8001', '8003'])
  expect(underWayIn(new ApiError('bad-request', 400, null, { errors }), sent)).toEqual([])
})
