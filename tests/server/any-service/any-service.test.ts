import * as z from 'zod'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { checkService } from '#upstream/check/check.ts'
import type { CheckStep } from '#upstream/check/step.ts'
import { defaultProfile, type Profile } from '#upstream/profile.ts'
import { openBff } from '../bff.ts'
import { everyOperation } from '../every-operation.ts'
import { differences } from './differences.ts'
import { appKey, startStandIn } from './stand-in.ts'

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
  (_name, { difference, proposed, companyId, incomplete = [] }) => {
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
      await bff.close()
      const others = Object.keys(usual).filter((operation) => !incomplete.includes(operation))
      for (const operation of others)
        expect([operation, seen[operation]]).toEqual([operation, usual[operation]])
      for (const operation of incomplete)
        expect([operation, warningsOf(seen[operation])]).not.toEqual([operation, []])
    })
  },
)
