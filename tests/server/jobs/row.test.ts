import { expect, test } from 'vitest'
import type { OperationId } from '#contract/operations.ts'
import { createLanes } from '#server/jobs/lanes.ts'
import { createRowWork } from '#server/jobs/row.ts'
import { noReason, type Step } from '#server/store/job-ledger.ts'
import type { ItemRow } from '#server/store/job-rows.ts'
import { defaultTimings } from '#server/timings.ts'
import { UpstreamError, type UpstreamErrorKind } from '#upstream/errors.ts'
import { keptBack } from '#upstream/round-trip.ts'

const row: ItemRow = {
  job_id: 'a job',
  position: 7,
  account: 'an account',
  ext: '8007',
  agent_id: null,
  agent_type: null,
  lang_code_txt: null,
  company_id: null,
  password: null,
  password_source: 'none',
  delivered: 0,
  state: 'pending',
  attempts: 0,
  resends: 0,
  fence: 0,
  how: null,
  checked: null,
  code: null,
  upstream_code: null,
  message: null,
  started_at: null,
  sent_at: null,
  open_since: null,
  ended_at: null,
  looks: 0,
  next_look_at: null,
}

const failure = (operation: OperationId, kind: UpstreamErrorKind, code: string) =>
  new UpstreamError({ kind, operation, code, certainlyNotDone: true })

/** The work on rows, at a service that fails in these ways. */
function failing(look: UpstreamError, create: UpstreamError) {
  const steps: Step[] = []
  const paused: string[] = []
  const lanes = createLanes(() => 0)
  const work = createRowWork({
    upstream: {
      getExtension: () => Promise.reject(look),
      openAhead: () => ({ take: () => null, close: () => undefined }),
      createExtension: () => Promise.reject(create),
    },
    lanes,
    journal: {
      write: (step) => {
        steps.push(step)
        return Promise.resolve(true)
      },
    },
    settleMs: 1_000,
    timings: { ...defaultTimings, jobLookAgainMs: 0 },
    inputOf: ({ ext }) => ({ ext }),
    held: () => true,
    running: () => true,
    maySend: () => false,
    pause: (because) => {
      paused.push(because)
      return Promise.resolve()
    },
  })
  return { work, lanes, steps, paused }
}

test('puts a create that was not sent back as never sent, and slows nothing down', async () => {
  const { work, lanes, steps } = failing(
    failure('extension_detail', 'refused', '310121'),
    failure('create_extension', 'unreachable', keptBack),
  )
  const inHand = lanes.inHand()
  await work(row)
  expect(steps.map(({ kind }) => kind)).toEqual(['claim', 'sent', 'settle'])
  expect(steps[2]).toMatchObject({ from: 'sending', to: 'pending', reason: noReason })
  expect([lanes.inHand(), lanes.waitingFor()]).toEqual([inHand, null])
})

test('pauses the job when a look-up is refused for good, and does not repeat it at once', async () => {
  const refusal = failure('extension_detail', 'restricted', '330144')
  const { work, lanes, paused } = failing(refusal, refusal)
  await work({ ...row, state: 'unknown', sent_at: 1 })
  expect(paused).toEqual(['upstream-restricted'])
  expect(lanes.waitingFor()).toBe('upstream-restricted')
})

test('keeps a row in doubt that is to be sent again and cannot be looked up', async () => {
  const garbage = failure('extension_detail', 'not-json', 'not-json')
  const { work, steps } = failing(garbage, garbage)
  await work({ ...row, sent_at: 1, open_since: 1 })
  expect(steps).toMatchObject([{ from: 'pending', to: 'review', reason: { code: 'upstream-not-json' } }])
  await work(row)
  expect(steps.at(-1)).toMatchObject({ from: 'pending', to: 'failed' })
})
