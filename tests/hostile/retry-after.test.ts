import { expect, test } from 'vitest'
import { problem } from '#contract/problem.ts'
import { openBffBeforeService } from '../server/bff-before-service.ts'
import { refusalWithCode, respondRaw } from './misbehavior.ts'
import type { Behavior } from '../upstream/service.ts'

const { service, bff } = await openBffBeforeService()

const slowDown = (retryAfter?: string): Behavior =>
  respondRaw('', 429, retryAfter === undefined ? {} : { 'retry-after': retryAfter })()

test.each<[string, Behavior, number]>([
  ['HTTP 429 without a wait', slowDown(), 5],
  ['HTTP 429 and seconds', slowDown('7'), 7],
  ['HTTP 429 and a part of a second', slowDown('0.2'), 1],
  ['HTTP 429 and thousands of years', slowDown('99999999999'), 300],
  ['HTTP 429 and more than a number holds', slowDown('9'.repeat(400)), 300],
  ['HTTP 429 and a date far away', slowDown('Fri, 31 Dec 9999 23:59:59 GMT'), 300],
  ['HTTP 429 and a wait below zero', slowDown('-5'), 1],
  ['HTTP 429 and a date that has passed', slowDown('Sun, 06 Nov 1994 08:49:37 GMT'), 1],
  ['HTTP 429 and an empty wait', slowDown(''), 5],
  ['HTTP 429 and a word', slowDown('soon'), 5],
  ['"too frequent"', refusalWithCode('330007')(), 5],
])('asks the browser to wait when the service answers with %s', async (_what, behave, seconds) => {
  service.on('extension_detail', behave)
  const { status, headers, body } = await bff.requestAs('supervisor', '/api/extensions/8001')
  expect([status, headers.get('retry-after')]).toEqual([503, String(seconds)])
  expect(problem.parse(body)).toMatchObject({ code: 'upstream-busy', retryAfter: seconds })
})
