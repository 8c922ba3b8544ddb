import { createBreaker, defaultBreaking, guarded, type Breaking } from './breaker.ts'
import { callService, readExtensionService, readV5 } from './call.ts'
import { createCredentials, type ExtensionsAuth } from './credentials.ts'
import { UpstreamError } from './errors.ts'
import { operations, type OperationId } from './operations.ts'
import { ResponseWarnings } from './records.ts'
import { createRetryBudget } from './retry-budget.ts'
import { defaultCooldowns, type Cooldowns, type TokenKeeper } from './token-keeper.ts'
import { probeToken, type ProbeOperation } from './token-probe.ts'
import { createTokenRefusals } from './token-refusals.ts'
import { createTokens } from './tokens.ts'
import { createTransport, defaultLimits, fillPath, type Exchange, type Limits } from './transport.ts'
import type { Answer, CallReport, TokenStore } from './upstream.ts'

export interface UpstreamOptions {
  /** Base of the v5 operations; a path prefix is kept. */
  url: string
  /** Base of `/exts…` and `/api/exts/_add`. */
  extensionsUrl: string
  appId: string
  appKey: string
  /** Sent where an operation takes `companyId` and the caller names none. */
  companyId: string | null
  extensionsAuth: ExtensionsAuth
  /** The `authorization` header of mode `fixed`. */
  authorization: string | null
  tokenInvalidCodes: readonly string[]
  tokenStore: TokenStore
  onCall?: (report: CallReport) => void
  now?: () => number
  limits?: Limits
  breaking?: Breaking
  cooldowns?: Cooldowns
}

const mostSentPasswords = 64

/** The way to both services: transports, breakers, tokens, and how any operation is performed. Nothing is sent before the first call. */
export function createGateway(options: UpstreamOptions) {
  const now = options.now ?? Date.now
  const onCall = options.onCall ?? (() => undefined)
  const limits = options.limits ?? defaultLimits
  const { freshAgainMs } = options.cooldowns ?? defaultCooldowns
  const v5Transport = createTransport(options.url, limits)
  const extensionsTransport = createTransport(options.extensionsUrl, limits)
  const breakers = {
    v5: createBreaker('v5', options.breaking),
    extensions: createBreaker('extensions', options.breaking),
    // Sooner than the cooldown of a failed get_token is over, which spaces the attempts of all replicas.
    get_token: createBreaker('get_token', {
      ...defaultBreaking,
      ...options.breaking,
      probeMs: (options.breaking ?? defaultBreaking).probeMs * 0.8,
    }),
  }
  /** Passwords sent of late: a service may repeat one in the answer to another row. */
  const sentPasswords = new Set<string>()
  const ownSecrets = () => [options.appKey, options.authorization, ...sentPasswords]
  const noteSent = (password: string | number | undefined): void => {
    if (typeof password !== 'string') return
    sentPasswords.add(password)
    const [oldest] = sentPasswords
    if (sentPasswords.size > mostSentPasswords && oldest !== undefined) sentPasswords.delete(oldest)
  }
  const services = {
    v5: {
      exchange: guarded(v5Transport, breakers.v5),
      budget: createRetryBudget(),
      repeatMs: limits.repeatMs,
      freshAgainMs,
      readEnvelope: readV5,
      ownSecrets,
    },
    extensions: {
      exchange: guarded(extensionsTransport, breakers.extensions),
      budget: createRetryBudget(),
      repeatMs: limits.repeatMs,
      freshAgainMs,
      readEnvelope: readExtensionService,
      ownSecrets,
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
    { url: options.url, send: guarded(v5Transport, breakers.get_token) },
    options.extensionsAuth === 'company-token'
      ? { url: options.extensionsUrl, send: guarded(extensionsTransport, breakers.get_token) }
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
        const { exchange } = services[operations[operation].service]
        return probeToken(operation, exchange, credentials.of(operation), held)
      },
    },
  })

  /** One operation, reported whatever its end; `read` turns the payload into data or null when it has no such shape. */
  async function execute<Data>(
    operation: OperationId,
    request: Pick<Exchange, 'query' | 'headers' | 'body' | 'signal' | 'bulk' | 'canSend' | 'ahead'> & {
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
        withheld: [...warnings.withheld],
      })
    }
    const credential = credentials.of(operation)
    noteSent(request.query?.['password'])
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
      if (error instanceof UpstreamError) report(error)
      throw error
    }
  }

  const keepers = [
    { kind: 'v5' as const, keeper: tokens.v5 },
    ...(tokens.company === null ? [] : [{ kind: 'company' as const, keeper: tokens.company }]),
  ]
  return {
    execute,
    /** Opens the connection of a create to come. */
    preconnect: extensionsTransport.preconnect,
    /** Operation 1 on demand, for each credential in use. */
    async renewTokens(): Promise<void> {
      for (const { keeper } of keepers) await keeper.renew()
    },
    tokenStates: () =>
      Promise.all(keepers.map(async ({ kind, keeper }) => ({ kind, ...(await keeper.state()) }))),
    breakers: () =>
      Object.values(breakers).map((breaker) => ({ family: breaker.family, ...breaker.state() })),
    /** Reads under way that somebody waits for. */
    waitedFor: () => v5Transport.waitedFor() + extensionsTransport.waitedFor(),
    async close(): Promise<void> {
      for (const { keeper } of keepers) keeper.close()
      await Promise.all([v5Transport.close(), extensionsTransport.close()])
    },
  }
}
export type Gateway = ReturnType<typeof createGateway>
