import type { Code, MessageLanguage } from './codes.ts'

/**
 * Inputs that fail on purpose, so that each failure can be tried by hand. Every number that begins with one of these six-digit
 * prefixes fails in the same way, so there are always new numbers to create. Ordinary data never matches: no block of seeded
 * numbers and no work number begins with 99, and numbers that the sandbox picks begin with 90.
 */
export type Failure =
  | { kind: 'http-500' | 'html' | 'slow' | 'cut' | 'revoke-tokens' | 'answer-then-revoke' }
  | { kind: 'commit-then-cut' | 'late' | 'late-then-cut' }
  | { kind: 'code'; code: Code }

interface Sentinel {
  number: string
  effect: Record<MessageLanguage, string>
  failure: Failure
}

const sentinel = (number: string, en: string, zh: string, failure: Failure): Sentinel => ({
  number,
  effect: { en, zh },
  failure,
})

/** For operations 5 to 12, in any field that takes the number: extension, searched number, agent or suggestion text. */
const everywhere: Sentinel[] = [
  sentinel('990001', 'HTTP 500', 'HTTP 500', { kind: 'http-500' }),
  sentinel('990002', 'HTML instead of JSON', '返回 HTML 而不是 JSON', { kind: 'html' }),
  sentinel('990003', 'no answer in time', '超时未响应', { kind: 'slow' }),
  sentinel('990004', 'connection cut before anything is done', '未执行任何操作就断开连接', { kind: 'cut' }),
  sentinel('990005', 'too frequent (330007)', '操作过于频繁 (330007)', { kind: 'code', code: '330007' }),
  sentinel('990006', 'no permission (330144)', '没有权限 (330144)', { kind: 'code', code: '330144' }),
  sentinel('990007', 'an unpublished code', '未公布的返回码', { kind: 'code', code: '888888' }),
  sentinel('990008', 'all tokens revoked, then refused', '所有 token 失效，请求被拒绝', {
    kind: 'revoke-tokens',
  }),
  sentinel('990009', 'answered, and all tokens revoked', '正常响应，随后所有 token 失效', {
    kind: 'answer-then-revoke',
  }),
]

/** For operations 5 and 10 only; a look-up of the number works as usual. */
const onCreate: Sentinel[] = [
  sentinel('990101', 'created, but the answer is lost', '已创建，但响应丢失', { kind: 'commit-then-cut' }),
  sentinel('990102', 'accepted, visible only later', '已受理，稍后才可见', { kind: 'late' }),
  sentinel('990103', 'answer lost, visible only later', '响应丢失，稍后才可见', { kind: 'late-then-cut' }),
  sentinel('990104', 'nothing done, connection cut', '未创建，连接断开', { kind: 'cut' }),
  sentinel('990105', 'subscription used up (310120)', '订阅数已用完 (310120)', {
    kind: 'code',
    code: '310120',
  }),
  sentinel('990106', 'extension bound (310122)', '分机已被绑定 (310122)', { kind: 'code', code: '310122' }),
  sentinel('990107', 'HTTP 500, nothing done', 'HTTP 500，未创建', { kind: 'http-500' }),
  sentinel('990108', 'no answer in time, nothing done', '超时未响应，未创建', { kind: 'slow' }),
]

export const sentinelTable = [
  {
    where: {
      en: 'As extension, searched number, agent (sentinel-990001 too) or suggestion text',
      zh: '作为分机号、搜索的号码、坐席（也可写 sentinel-990001）或联想文本',
    },
    sentinels: everywhere,
  },
  { where: { en: 'As number of a new extension', zh: '作为新分机的号码' }, sentinels: onCreate },
]

const find = (sentinels: readonly Sentinel[], input: string | undefined): Failure | undefined => {
  const [, digits] = /^(?:sentinel-)?(\d+)$/.exec(input ?? '') ?? []
  return sentinels.find(({ number }) => digits?.startsWith(number))?.failure
}

/** Returns how an input fails in any operation that takes it; undefined for an ordinary input. */
export const failureFor = (input: string | undefined): Failure | undefined => find(everywhere, input)
/** Returns how the creation of a number fails; undefined for an ordinary number. */
export const failureOnCreate = (ext: string | undefined): Failure | undefined =>
  find(onCreate, ext) ?? failureFor(ext)
