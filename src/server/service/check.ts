import type { ServiceCheckLine, ServiceCheckResult, ServiceCheckStep } from '#contract/service.ts'
import { checkService, type CheckResult, type CheckStep } from '#upstream/check/check.ts'
import { partOf, requestLine, type Exchange } from '#upstream/check/step.ts'
import { changedParts } from './connection.ts'
import type { CheckService } from './open.ts'

/** The fields of a draft by the variables that the check names. */
const fields: Readonly<Record<string, string>> = {
  UPSTREAM_URL: 'url',
  UPSTREAM_EXTENSIONS_URL: 'extensionsUrl',
  UPSTREAM_APP_ID: 'appId',
  UPSTREAM_APP_KEY: 'appKey',
  UPSTREAM_COMPANY_ID: 'companyId',
  UPSTREAM_AUTHORIZATION: 'authorization',
}
const isKeyOfProfile = (at: string) => /^[a-z][A-Za-z]*\.[\w.]+$/.test(at)

/** Returns a request as it was sent. */
function sentText(exchange: Exchange): string {
  const { headers, body } = exchange
  return [
    requestLine(exchange),
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    ...(body === null ? [] : ['', body]),
  ].join('\n')
}

/** What the page and the command line say of a step. */
export function lineOf({ id, result, finding, params, at, decided, changes }: CheckStep): ServiceCheckStep {
  return {
    kind: 'step',
    id,
    state: result,
    code: finding,
    parameters: { ...params },
    sent: decided === null ? null : sentText(decided),
    status: decided?.status ?? null,
    serviceCode: decided?.code ?? null,
    excerpt: decided?.answer ?? null,
    key: at === null ? null : (fields[at] ?? (isKeyOfProfile(at) ? `profile.${at}` : at)),
    proposal: changes.length === 0 ? null : { profile: partOf(changes) },
  }
}

/** What they say at the end. */
export const resultOf = ({ numbers: rows, proposed, proposals }: CheckResult): ServiceCheckResult => ({
  kind: 'result',
  rows,
  profile: changedParts(proposed),
  evidence: proposals.map(({ key, evidence }) => ({ key, ...evidence })),
})

/** Checks a connection with the check of the open API. */
export const checkConnection = (options: { requestsPerSecond?: number } = {}): CheckService =>
  async function* check(connection, { network, signal, token }): AsyncGenerator<ServiceCheckLine> {
    const steps = checkService({ ...connection, network, token }, { signal, ...options })
    try {
      let step = await steps.next()
      for (; step.done !== true; step = await steps.next()) yield lineOf(step.value)
      yield resultOf(step.value)
    } finally {
      // Closes the connections when the caller stops early.
      await steps.return({ proposed: connection.profile, numbers: [], proposals: [] })
    }
  }
