import { createBreaker, defaultBreaking, type Breaking } from './breaker.ts'
import { callService, type Service } from './call.ts'
import { createCredentials, type ExtensionsAuth } from './credentials.ts'
import { readExtensionService, readV5 } from './envelopes.ts'
import { UpstreamError } from './errors.ts'
import { operations, type OperationId } from './operations.ts'
import { probeExchange, probeToken, type ProbeOperation } from './probe.ts'
import { ResponseWarnings } from './records.ts'
import { callerGone } from './request.ts'
import { createRetryBudget } from './retry-budget.ts'
import { defaultCooldowns, type Cooldowns, type TokenKeeper } from './token-keeper.ts'
import { createTokenRefusals } from './token-refusals.ts'
import { createTokens } from './tokens.ts'
import {
  createTransport,
  defaultLimits,
  fillPath,
  type Exchange,
  type Limits,
  type Transport,
} from './transport.ts'
import type { Answer, CallReport, TokenStore } from './upstream.ts'

export interface UpstreamOptions {
  /** Base URL of the v5 operations; a path prefix is kept. */
  url: string
  /** Base URL of `/exts…` and `/api/exts/_add`. */
  extensionsUrl: string
  appId: string
  appKey: string
  /** Sent when an operation takes `companyId` and the caller gives none. */
  companyId: string | null
  extensionsAuth: ExtensionsAuth
  /** The `authorization` header of mode `fixed`. */
  authorization: string | null
  tokenInvalidCodes: readonly string[]
  tokenStore: TokenStore
  onCall?: (report: CallReport) => void
  /** Runs each operation, after a wait for its turn when necessary. An error that it throws instead is passed on. */
  takeTurn?: <Result>(isBulk: boolean, call: () => Promise<Result>) => Promise<Result>
  now?: () => number
  limits?: Limits
  breaking?: Breaking
  cooldowns?: Cooldowns
}

/**
 * Connects both services: transports, breakers, tokens, and the execution of every operation. Sends nothing before the first
 * call.
 *
 * A read passes client.ts (the request), `execute` here (its report), call.ts (credential and repeats), breaker.ts and
 * transport.ts (HTTP and its limits), then returns through envelopes.ts (success or failure) and records.ts (the rows).
 */
export function createGateway(options: UpstreamOptions) {
  const now = options.now ?? Date.now
  const onCall = options.onCall ?? (() => undefined)
  const limits = options.limits ?? defaultLimits
  const { freshTokenRetryDelaysMs } = options.cooldowns ?? defaultCooldowns
  const v5Transport = createTransport(options.url, limits)
  const extensionsTransport = createTransport(options.extensionsUrl, limits)
  /** A harmless read on the bulk connections, which users' reads cannot fill. */
  const ownProbe = (transport: Transport, operation: ProbeOperation) => async () => {
    const { keeper, headers } = credentials.of(operation)
    const token = keeper === null ? '' : (await keeper.obtain()).token
    return transport.exchange({ ...probeExchange(operation, headers(token)), bulk: true })
  }
  const breakers = {
    v5: createBreaker('v5', options.breaking, ownProbe(v5Transport, 'get_timezone')),
    extensions: createBreaker(
      'extensions',
      options.breaking,
      ownProbe(extensionsTransport, 'search_idle_page'),
    ),
    // Shorter than the cooldown after a failed get_token, which already spaces the attempts of all replicas.
    get_token: createBreaker('get_token', {
      ...defaultBreaking,
      ...options.breaking,
      probeMs: (options.breaking ?? defaultBreaking).probeMs * 0.8,
    }),
  }
  const secrets = [options.appKey, options.authorization]
  const shared = { repeatMs: limits.repeatMs, freshTokenRetryDelaysMs, secrets }
  const services: Record<'v5' | 'extensions', Service> = {
    v5: {
      ...shared,
      send: breakers.v5.guard(v5Transport),
      budget: createRetryBudget(),
      readEnvelope: readV5,
    },
    extensions: {
      ...shared,
      send: breakers.extensions.guard(extensionsTransport),
      budget: createRetryBudget(),
      readEnvelope: readExtensionService,
    },
  }
  const tokens = createTokens(
    {
      appId: options.appId,
      appKey: options.appKey,
      store: options.tokenStore,
      now,
      onCall,
      cooldowns: options.cooldowns,
    },
    { url: options.url, send: breakers.get_token.guard(v5Transport) },
    options.extensionsAuth === 'company-token'
      ? { url: options.extensionsUrl, send: breakers.get_token.guard(extensionsTransport) }
      : null,
  )

  const credentials = createCredentials(tokens, options)
  const probeFor = (keeper: TokenKeeper): ProbeOperation =>
    keeper === tokens.company ? 'search_idle_page' : 'get_timezone'
  const tokenRefusals = createTokenRefusals({
    tokenInvalidCodes: options.tokenInvalidCodes,
    probe: {
      operationFor: probeFor,
      ask(keeper, held) {
        const operation = probeFor(keeper)
        const { send } = services[operations[operation].service]
        const headers = credentials.of(operation).headers(held.token)
        return probeToken(send, probeExchange(operation, headers))
      },
    },
  })

  /** Executes one operation and reports its success or failure. `read` turns the payload into data, or returns null for another shape. */
  async function execute<Data>(
    operation: OperationId,
    request: Pick<Exchange, 'query' | 'headers' | 'body' | 'signal' | 'bulk' | 'canSend' | 'preconnected'> & {
      kind?: Exchange['kind']
      variable?: string
    },
    read: (payload: unknown, warnings: ResponseWarnings) => { data: Data } | null,
  ): Promise<Answer<Data>> {
    const { method, path, service } = operations[operation]
    const { variable, kind = 'read', ...rest } = request
    const warnings = new ResponseWarnings()
    const startedAt = now()
    const begun = performance.now()
    const report = (error: UpstreamError | null) => {
      const milliseconds = performance.now() - begun
      onCall({
        operation,
        startedAt,
        milliseconds,
        error,
        unknownFields: [...warnings.unknownFields],
      })
    }
    const credential = credentials.of(operation)
    try {
      const payload = await callService(
        services[service],
        {
          ...rest,
          operation,
          method,
          kind,
          path: variable === undefined ? path : fillPath(operation, variable),
        },
        credential,
        tokenRefusals,
        warnings,
      )
      const result = read(payload, warnings)
      if (result === null)
        throw new UpstreamError({ kind: 'invalid', operation, definitelyNotApplied: kind !== 'create' })
      report(null)
      return { data: result.data, warnings: warnings.list }
    } catch (error) {
      // A caller who left says nothing about the service.
      if (error instanceof UpstreamError && error.code !== callerGone) report(error)
      throw error
    }
  }

  const keepers = [
    { kind: 'v5' as const, keeper: tokens.v5 },
    ...(tokens.company === null ? [] : [{ kind: 'company' as const, keeper: tokens.company }]),
  ]
  const takeTurn = options.takeTurn ?? ((_isBulk, call) => call())
  return {
    execute: <Data>(...call: Parameters<typeof execute<Data>>): Promise<Answer<Data>> =>
      takeTurn(call[1].bulk === true, () => execute(...call)),
    /** Opens the connection for one create. */
    preconnect: extensionsTransport.preconnect,
    /** Runs operation 1 on demand, for each credential in use. */
    async renewTokens(): Promise<void> {
      for (const { keeper } of keepers) await keeper.renew()
    },
    tokenStates: () =>
      Promise.all(keepers.map(async ({ kind, keeper }) => ({ kind, ...(await keeper.state()) }))),
    breakers: () =>
      Object.values(breakers).map((breaker) => ({ family: breaker.family, ...breaker.state() })),
    /** Returns the number of reads under way or queued that users wait for. */
    waitedFor: () => v5Transport.waitedFor() + extensionsTransport.waitedFor(),
    async close(): Promise<void> {
      for (const { keeper } of keepers) keeper.close()
      await Promise.all([v5Transport.close(), extensionsTransport.close()])
    },
  }
}
export type Gateway = ReturnType<typeof createGateway>
