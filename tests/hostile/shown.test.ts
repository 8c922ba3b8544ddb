import { expect, test } from 'vitest'
import type { ProblemCode } from '#contract/problem.ts'
import { ApiError } from '#web/api/api-error.ts'
import { messageFor } from '#web/api/message-for.ts'
import { en, zh } from '../all-messages.ts'
import { brokenHttp, slowMisbehaviors } from './broken-http.ts'
import { wrongData } from './wrong-data.ts'
import { wrongEnvelopes } from './wrong-envelopes.ts'

const isProblem = (outcome: string): outcome is ProblemCode => outcome.startsWith('upstream-')

test.each([
  ['English', en],
  ['Chinese', zh],
])('shows a different sentence for every problem of a misbehaving service in %s', (_language, texts) => {
  const messages: Record<string, string> = texts
  const outcomes = [...brokenHttp, ...slowMisbehaviors, ...wrongEnvelopes, ...wrongData].flatMap(
    ({ read, create, token }) =>
      [...(typeof read === 'string' ? [read] : Object.values(read)), create, token].flat(),
  )
  const problems = [...new Set(outcomes.filter(isProblem))]
  const sentences = problems.map((code) => messages[messageFor(new ApiError(code, 502)).sentence])
  expect(problems.length).toBeGreaterThan(8)
  expect(sentences).not.toContain(undefined)
  expect(new Set(sentences).size).toBe(problems.length)
})
