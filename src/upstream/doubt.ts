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
import type { CodeBook, LearnedCode } from './code-book.ts'
import type { OperationId } from './operations.ts'
import type { HeldToken, TokenKeeper } from './token-keeper.ts'

/** What a service said when it did not do what was asked. */
export interface Refusal {
  service: LearnedCode['service']
  code: string
  message: string | null
}

/** The harmless read's end: the service likes the token, refuses it or the read, or could not be asked. */
export type CanaryAnswer = 'good' | 'no-answer' | Refusal

const hourMs = 3_600_000
/** How long a code counts as business once the token proved good, and once a new token did not help (trust 3.2). */
const businessMs = 24 * hourMs
const notTokenMs = 10 * 60_000
const mostRemembered = 1_000
/** How old this process's copy of the learned codes may be. */
const bookMs = 10_000

const refusedStatus = `HTTP ${tokenInvalidHttpStatus}`

const business: readonly string[] = [
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
/** A service could make a message that keeps the pattern below busy for hours; so many characters of it are read. */
const readOfMessage = 200
/** A message like this is doubted anew even where the code has turned out to be business before. */
const likely = /token|令牌|凭证|登录.*(失效|过期)|expired|unauthori[sz]ed/i

/**
 * Tells refusals of the token from business, where the code does not (open-api.md, Errors 6; trust 3.2): a harmless read
 * with the same token decides, and a code that a new token cures is learned. At most one renewal for a generation.
 */
export function createDoubt(options: {
  tokenInvalidCodes: readonly string[]
  codeBook: CodeBook
  canary: {
    operationFor: (keeper: TokenKeeper) => OperationId
    ask: (keeper: TokenKeeper, held: HeldToken) => Promise<CanaryAnswer>
  }
}) {
  const { tokenInvalidCodes, codeBook, canary } = options
  const settled = new Map<string, number>()
  const hopeless = new Map<OperationId, number>()
  const inquiries = new Map<TokenKeeper, { generation: number; found: Promise<'token' | 'business'> }>()
  let book: { codes: readonly LearnedCode[]; readAt: number } = { codes: [], readAt: -Infinity }

  async function isCertain({ service, code }: Refusal): Promise<boolean> {
    if (code === refusedStatus || tokenInvalidCodes.includes(code)) return true
    if (performance.now() - book.readAt > bookMs) {
      // Without the store what was known before has to do.
      const codes = await codeBook.read().catch(() => book.codes)
      book = { codes, readAt: performance.now() }
    }
    return book.codes.some((known) => known.service === service && known.code === code)
  }

  function settle(key: string, milliseconds: number): void {
    const [oldest] = settled.keys()
    if (settled.size >= mostRemembered && oldest !== undefined) settled.delete(oldest)
    settled.set(key, performance.now() + milliseconds)
  }

  async function learn(refusals: Refusal[]): Promise<void> {
    for (const refusal of refusals) {
      if (await isCertain(refusal)) continue
      await codeBook.learn(refusal)
      book = { ...book, readAt: -Infinity }
    }
  }

  async function inquire(
    refusal: Refusal,
    key: string,
    keeper: TokenKeeper,
    held: HeldToken,
  ): Promise<'token' | 'business'> {
    const before = await canary.ask(keeper, held)
    if (before === 'good') settle(key, businessMs)
    if (before === 'good' || before === 'no-answer') return 'business'
    const fresh = (await isCertain(before))
      ? await keeper.obtain(held.generation)
      : await keeper.suspect(held.generation)
    if (fresh === null) return 'business'
    if ((await canary.ask(keeper, fresh)) !== 'good') {
      settle(key, notTokenMs)
      return 'business'
    }
    await learn([refusal, before])
    return 'token'
  }

  return {
    /** Whether a refusal is about the token that the call carried. */
    async meaning(refusal: Refusal, keeper: TokenKeeper, held: HeldToken): Promise<'token' | 'business'> {
      if (await isCertain(refusal)) return 'token'
      if (business.includes(refusal.code)) return 'business'
      const key = `${refusal.service} ${refusal.code} ${likely.test(refusal.message?.slice(0, readOfMessage) ?? '')}`
      if ((settled.get(key) ?? 0) > performance.now()) return 'business'
      const running = inquiries.get(keeper)
      if (running?.generation === held.generation) return running.found
      // A failing get_token or store leaves it at what the service said.
      const found = inquire(refusal, key, keeper, held).catch(() => 'business' as const)
      inquiries.set(keeper, { generation: held.generation, found })
      return found.finally(() => {
        if (inquiries.get(keeper)?.found === found) inquiries.delete(keeper)
      })
    },
    /** True while this operation refuses tokens that are good elsewhere: a renewal would not help it. */
    isHopeless: (operation: OperationId): boolean => (hopeless.get(operation) ?? 0) > performance.now(),
    /** Asks whether the token that an operation has just refused is good elsewhere; then a renewal cannot help. */
    async isRefusedHereAlone(operation: OperationId, keeper: TokenKeeper, held: HeldToken): Promise<boolean> {
      if (operation === canary.operationFor(keeper)) return false
      const alone = (await canary.ask(keeper, held)) === 'good'
      if (alone) hopeless.set(operation, performance.now() + notTokenMs)
      return alone
    },
    accepted: (operation: OperationId): void => void hopeless.delete(operation),
    /** The learned codes have changed elsewhere. */
    reread(): void {
      book = { ...book, readAt: -Infinity }
    },
  }
}
export type Doubt = ReturnType<typeof createDoubt>
