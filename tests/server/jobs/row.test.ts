import { expect, test } from 'vitest'
import { createLanes } from '#server/jobs/lanes.ts'
import { createRowWork } from '#server/jobs/row.ts'
import { noReason, type Step } from '#server/store/job-ledger.ts'
import type { ItemRow } from '#server/store/job-rows.ts'
import { UpstreamError } from '#upstream/errors.ts'
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

test('a create that we kept back ourselves is put back as never sent, and slows nothing down', async () => {
  const steps: Step[] = []
  const lanes = createLanes(() => 0)
  const inHand = lanes.inHand()
  const work = createRowWork({
    upstream: {
      getExtension: () =>
        Promise.reject(
          new UpstreamError({
            kind: 'refused',
            operation: 'extension_detail',
            code: '310121',
            certainlyNotDone: true,
          }),
        ),
      openAhead: () => ({ take: () => null, close: () => undefined }),
      createExtension: () =>
        Promise.reject(
          new UpstreamError({
            kind: 'unreachable',
            operation: 'create_extension',
            code: keptBack,
            certainlyNotDone: true,
          }),
        ),
    },
    lanes,
    journal: {
      write: (step) => {
        steps.push(step)
        return Promise.resolve(true)
      },
    },
    settleMs: 1_000,
    inputOf: ({ ext }) => ({ ext }),
    running: () => true,
    maySend: () => false,
    pause: () => Promise.resolve(),
  })
  await work(row)
  expect(steps.map(({ kind }) => kind)).toEqual(['claim', 'sent', 'settle'])
  expect(steps[2]).toMatchObject({ from: 'sending', to: 'pending', reason: noReason })
  expect([lanes.inHand(), lanes.waitingFor()]).toEqual([inHand, null])
})

test('a look-up that is refused for good pauses the job, and is not asked again at once', async () => {
  const lanes = createLanes(() => 0)
  const paused: string[] = []
  const refusal = new UpstreamError({
    kind: 'restricted',
    operation: 'extension_detail',
    code: '330144',
    certainlyNotDone: true,
  })
  const work = createRowWork({
    upstream: {
      getExtension: () => Promise.reject(refusal),
      openAhead: () => ({ take: () => null, close: () => undefined }),
      createExtension: () => Promise.reject(refusal),
    },
    lanes,
    journal: { write: () => Promise.resolve(true) },
    settleMs: 1_000,
    inputOf: ({ ext }) => ({ ext }),
    running: () => false,
    maySend: () => false,
    pause: (because) => {
      paused.push(because)
      return Promise.resolve()
    },
  })
  await work({ ...row, state: 'unknown', sent_at: 1 })
  expect(paused).toEqual(['upstream-restricted'])
  expect(lanes.waitingFor()).toBe('upstream-restricted')
})
