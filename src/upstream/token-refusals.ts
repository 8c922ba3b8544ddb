import {
  agentNotFoundCodes,
  companyUnknownCodes,
  credentialCodes,
  extensionBoundCodes,
  extensionExistsCodes,
  extensionNotFoundCodes,
  quotaReachedCodes,
  restrictedCodes,
  tokenInvalidHttpStatus,
  tooFrequentCodes,
} from './assumptions.ts'
import type { OperationId } from './operations.ts'
import type { HeldToken, TokenKeeper } from './token-keeper.ts'

/** The result of the token probe: the service accepts the token, refuses it with a code, or gives no usable answer. */
export type ProbeResult = 'good' | 'no-answer' | { code: string }

const probeGapMs = 60_000
/** How long an operation causes no renewal after it refused a token that works elsewhere. */
const unrecoverableMs = 10 * 60_000

const refusedStatus = `HTTP ${tokenInvalidHttpStatus}`

const businessCodes: readonly string[] = [
  ...credentialCodes,
  ...restrictedCodes,
  ...tooFrequentCodes,
  ...extensionNotFoundCodes,
  ...extensionExistsCodes,
  ...extensionBoundCodes,
  ...agentNotFoundCodes,
  ...quotaReachedCodes,
  ...companyUnknownCodes,
]

/**
 * Distinguishes refusals of the token from refusals of the request (docs/upstream-api.md#token-refusals). A known code decides.
 * For an unknown code the token probe decides, at most once a minute unless it has led to a new token.
 */
export function createTokenRefusals(options: {
  tokenInvalidCodes: readonly string[]
  probe: {
    operationFor: (keeper: TokenKeeper) => OperationId
    ask: (keeper: TokenKeeper, held: HeldToken) => Promise<ProbeResult>
  }
}) {
  const { tokenInvalidCodes, probe } = options
  const probes = new Map<TokenKeeper, { until: number; isCured: Promise<boolean> }>()
  const unrecoverable = new Map<OperationId, number>()

  const isTokenCode = (code: string) => code === refusedStatus || tokenInvalidCodes.includes(code)

  /** True when the service refuses the token and accepts a new token. Without this proof, a create is not sent again. */
  async function isCuredByRenewal(keeper: TokenKeeper, held: HeldToken): Promise<boolean> {
    const result = await probe.ask(keeper, held)
    if (result === 'good' || result === 'no-answer') return false
    const fresh = isTokenCode(result.code)
      ? await keeper.obtain(held.generation)
      : await keeper.suspect(held.generation)
    return fresh !== null && (await probe.ask(keeper, fresh)) === 'good'
  }

  return {
    /** True when the service refused the token, rather than the request. */
    async isTokenRefusal(code: string, keeper: TokenKeeper, held: HeldToken): Promise<boolean> {
      if (isTokenCode(code)) return true
      if (businessCodes.includes(code)) return false
      const last = probes.get(keeper)
      if (last !== undefined && performance.now() < last.until) return last.isCured
      // When get_token or the store fails, the call ends with the service's own code.
      const isCured = isCuredByRenewal(keeper, held).catch(() => false)
      probes.set(keeper, { until: performance.now() + probeGapMs, isCured })
      // The next refusal concerns the new token, so it may probe again.
      if (await isCured) probes.delete(keeper)
      return isCured
    },
    /** True while this operation refuses tokens that work elsewhere, so a renewal would not help. */
    isUnrecoverable: (operation: OperationId): boolean =>
      (unrecoverable.get(operation) ?? 0) > performance.now(),
    /** True when the token probe accepts the token that an operation has just refused. */
    async isRefusedByOperationOnly(
      operation: OperationId,
      keeper: TokenKeeper,
      held: HeldToken,
    ): Promise<boolean> {
      if (operation === probe.operationFor(keeper)) return false
      const isAlone = (await probe.ask(keeper, held)) === 'good'
      if (isAlone) unrecoverable.set(operation, performance.now() + unrecoverableMs)
      return isAlone
    },
    accepted: (operation: OperationId): void => void unrecoverable.delete(operation),
  }
}
export type TokenRefusals = ReturnType<typeof createTokenRefusals>
