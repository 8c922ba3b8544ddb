import { expect, test } from 'vitest'
import { allows } from '#contract/access.ts'
import * as contract from '#contract/service.ts'

test('lets only administrators use the service endpoints, with a fresh sign-in for all but the read', () => {
  const { readService, checkService, useService, useSandbox, resumeService } = contract
  for (const { access } of [readService, checkService, useService, useSandbox, resumeService])
    expect([access, allows('supervisor', 'service.manage')]).toEqual(['service.manage', false])
  expect(
    [readService, checkService, useService, useSandbox, resumeService].map((each) => each.freshSignIn),
  ).toEqual([false, true, true, true, true])
})
