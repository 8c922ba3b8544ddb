import * as z from 'zod'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { checkService, type CheckStep } from '#upstream/check/check.ts'
import { requestLine } from '#upstream/check/step.ts'
import { defaultProfile, type Profile } from '#upstream/profile.ts'
import { openBff, type Bff } from '../bff.ts'
import { exportIdle, idleExtensions } from '#contract/extensions.ts'
import { createJob, readJob } from '#contract/jobs.ts'
import { readAnswering } from '#contract/status.ts'
import { homeCompany } from '#sandbox/seed.ts'
import { everyOperation } from '../every-operation.ts'
import { differences, shuffled } from './differences.ts'
import { isFields } from '#sandbox/dialect.ts'
import { appKey, startStandIn, type Difference } from './stand-in.ts'

async function checked(url: string, companyId: string | null, profile: Profile = defaultProfile) {
  const running = checkService(
    {
      profile,
      url,
      extensionsUrl: url,
      appId: 'sandbox',
      appKey,
      companyId,
      authorization: null,
    },
    { requestsPerSecond: Infinity },
  )
  const steps: CheckStep[] = []
  for (;;) {
    const { done, value } = await running.next()
    if (done === true) return { steps, ...value }
    steps.push(value)
  }
}

const answer = z.tuple([z.literal(200), z.object({ warnings: z.array(z.object({ code: z.string() })) })])
/** What the console says about an answer that is not whole. */
const warningsOf = (shown: unknown) => answer.parse(shown)[1].warnings.map(({ code }) => code)

const totalOf = (shown: unknown) =>
  z.tuple([z.number(), z.object({ total: z.number() })]).parse(shown)[1].total

/** Creates numbers with a job; returns how it ended. */
async function createdByJob(bff: Bff, exts: readonly string[]): Promise<string> {
  const body = { name: 'three', items: exts.map((ext) => ({ ext })), passwords: { fill: 'none', length: 16 } }
  const key = { 'idempotency-key': `a-key-of-the-job-${exts.join('-')}` }
  const { id } = createJob.answer.parse((await bff.requestAs('admin', createJob.path, body, key)).body)
  const path = readJob.path.replace('{id}', id).replace(':id', id)
  return vi.waitFor(
    async () => {
      const { state, counts } = readJob.answer.parse((await bff.requestAs('admin', path)).body)
      if (state !== 'ended') throw new Error(state)
      return `${state}, ${counts.done} done`
    },
    { timeout: 15_000, interval: 50 },
  )
}

/** Of the list of an agent alone. */
const withoutSearch: Difference = {
  asked({ operation, query }) {
    if (operation === 'unbound_page') query.delete('ext')
    return undefined
  },
}
const otherPageName: Difference = {
  asked({ operation, query }) {
    if (operation !== 'unbound_page') return undefined
    query.set('currPage', query.get('pageNum') ?? '1')
    query.delete('pageNum')
    return undefined
  },
}

let usual: Record<string, unknown>
beforeAll(async () => {
  const stand = await startStandIn()
  const bff = await openBff({ serviceUrl: stand.url })
  usual = await everyOperation({ ...bff, sandbox: stand.sandbox })
  await bff.close()
  await stand.close()
})

describe.each(Object.entries(differences))(
  'a service with %s',
  (_name, { difference, proposed, companyId, warned, incomplete = [] }) => {
    let stand: Awaited<ReturnType<typeof startStandIn>>
    let check: Awaited<ReturnType<typeof checked>>
    beforeAll(async () => {
      stand = await startStandIn(difference)
      check = await checked(stand.url, companyId ?? null)
    })
    afterAll(() => stand.close())

    test('is connected by the proposals of one check, each with its evidence', async () => {
      expect(Object.fromEntries(check.proposals.map(({ key, to }) => [key, to]))).toEqual(proposed)
      for (const { evidence } of check.proposals) expect(evidence.field).not.toBe('')
      const findings = check.steps.map(({ finding }) => finding)
      expect(findings).toEqual(expect.arrayContaining(warned === undefined ? [] : [warned]))
      const again = await checked(stand.url, companyId ?? null, check.proposed)
      expect(again.steps.filter(({ result }) => result === 'fail')).toEqual([])
      expect(again.proposals).toEqual([])
    })

    test('shows the same in every operation, or says that it may not be all', async () => {
      const bff = await openBff({
        serviceUrl: stand.url,
        profile: check.proposed,
        ...(companyId === undefined ? {} : { companyId }),
      })
      const seen = await everyOperation({ ...bff, sandbox: stand.sandbox })
      const { text } = await bff.requestAs('admin', exportIdle.path)
      const made = await createdByJob(bff, ['8811', '8812', '8813'])
      await bff.close()
      expect(made).toBe('ended, 3 done')
      for (const ext of ['8811', '8812', '8813'])
        expect(stand.sandbox.store.extension(homeCompany.id, ext)).not.toBeNull()
      // The export is whole or says what it lacks; it is never cut without a word.
      expect(text.trim().split('\n').length - 1).toBeGreaterThanOrEqual(totalOf(usual['idle page 1']))
      const others = Object.keys(usual).filter((operation) => !incomplete.includes(operation))
      for (const operation of others)
        expect([operation, seen[operation]]).toEqual([operation, usual[operation]])
      for (const operation of incomplete)
        expect([operation, warningsOf(seen[operation])]).not.toEqual([operation, []])
    })
  },
)

test('proposes no meaning of an empty success that a dead token gets too, and makes no number absent by it', async () => {
  const stand = await startStandIn({
    answered(answer) {
      const { json } = answer
      if (!['310121', '900002', '392001'].includes(String(json['retCode']))) return
      answer.status = 200
      Object.assign(json, { retCode: '000000', status: 'Success', code: 200, data: null })
    },
  })
  const { proposals, steps } = await checked(stand.url, null)
  await stand.close()
  expect(proposals.map(({ key }) => key)).not.toContain('codes.emptyMeansNotFound')
  expect(steps.find(({ id }) => id === 'absent-number')).toMatchObject({
    result: 'fail',
    finding: 'empty-means-anything',
  })
})

test('proposes no first page of lists whose rows come in another order with each request', async () => {
  const stand = await startStandIn(shuffled(false), shuffled(false, 1_000, 'unbound_page'))
  const { steps, proposals } = await checked(stand.url, null)
  await stand.close()
  expect(proposals).toEqual([])
  for (const each of ['first-page', 'unbound-page'])
    expect(steps.find(({ id }) => id === each)).toMatchObject({ result: 'warn', finding: 'order-changes' })
})

test.each<[string, Difference, string, readonly string[]]>([
  ['whose search is ignored', withoutSearch, 'search-ignored', ['currPage', 'ext', 'pageSize']],
  ['with another name of the page', otherPageName, 'other-names', ['currPage', 'pageSize']],
])(
  'shows in the step of an agent’s list %s the request that was sent',
  async (_what, difference, finding, names) => {
    const stand = await startStandIn(difference)
    const { steps } = await checked(stand.url, null)
    await stand.close()
    const step = steps.find(({ id }) => id === 'unbound-page')
    const sent = stand.seen.filter(({ operation }) => operation === 'unbound_page')
    expect(step?.finding).toBe(finding)
    // Every request of the step, in order, and among them the one that decided.
    expect(step?.exchanges.map(({ query }) => query)).toEqual(
      sent.map(({ query }) => Object.fromEntries(query)),
    )
    expect(step?.exchanges).toContain(step?.decided)
    expect(Object.keys(step?.decided?.query ?? {}).toSorted()).toEqual(names)
    expect(step?.decided === null || step?.decided === undefined ? '' : requestLine(step.decided)).toMatch(
      /^GET \/exts\/unbind\/page\/[\da-f]{32}\?/,
    )
  },
)

test('shows an error and since when, not an empty list, once a list arrives in another shape', async () => {
  const stand = await startStandIn()
  const bff = await openBff({ serviceUrl: stand.url })
  const idle = async () => (await bff.requestAs('admin', idleExtensions.path)).body
  const answering = async () =>
    readAnswering.answer.parse((await bff.requestAs('admin', readAnswering.path)).body).otherAnswersSince
  expect((await idle())['total']).toBeGreaterThan(100)
  expect(await answering()).toBeNull()
  stand.differences.push(
    ...[differences['the list as data.records']].flatMap((each) => each?.difference ?? []),
  )
  expect(await idle()).toMatchObject({ code: 'upstream-invalid' })
  const since = await answering()
  expect(since).toEqual(expect.any(Number))
  stand.differences.pop()
  expect((await idle())['total']).toBeGreaterThan(100)
  expect(await answering()).toBeNull()
  await bff.close()
  await stand.close()
})

test('reveals no asterisks as a password, and warns of a changed name', async () => {
  const stand = await startStandIn({
    answered({ json: { data } }, { operation }) {
      if (operation === 'extension_detail' && isFields(data))
        Object.assign(data, { password: '******', agentName: 'Ada\tLovelace' })
    },
  })
  const bff = await openBff({ serviceUrl: stand.url })
  const detail = await bff.requestAs('admin', '/api/extensions/1001')
  const revealed = await bff.requestAs('admin', '/api/extensions/1001/secret', { reason: 'a new phone' })
  await bff.close()
  await stand.close()
  expect(detail.body['warnings']).toContainEqual({ code: 'field-changed', detail: 'agentName' })
  expect(revealed.body).toMatchObject({ code: 'password-masked' })
})
