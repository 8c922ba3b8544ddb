import { readId } from '../../lib/typed.ts'
import { readNumbers } from '../../entities/extension/number-ranges.ts'

/** The words for each verb. Both languages work in either console language. Longer words are tried first. */
const words = {
  create: ['create', 'new', 'add', '创建', '新建', '开通', '新增'],
  who: ['who has', 'who', 'whose', 'find', '谁在用', '是谁的', '谁的', '谁', '查找', '查'],
  history: ['history', 'timeline', 'who had', '历史', '谁用过', '谁用的', '以前是谁的'],
  language: ['language', 'lang', '语言', '语种'],
  reserve: ['reserve', 'assign', 'hold', '预留', '分配', '保留'],
  audit: ['audit', '审计'],
  job: ['job', 'jobs', 'task', '任务'],
  pool: ['pool', 'pools', '号码池'],
} as const

export type Verb = keyof typeof words
export const verbs = [
  'create',
  'who',
  'history',
  'language',
  'reserve',
  'audit',
  'job',
  'pool',
] as const satisfies readonly Verb[]

export interface Sentence {
  verb: Verb
  /** The verb's object, as typed. */
  about: string
  /** The agent named in the sentence; empty without one. */
  agent: string
}

const vocabulary = verbs
  .flatMap((verb) => words[verb].map((word) => ({ verb, word })))
  .toSorted((a, b) => b.word.length - a.word.length)

const politeness = /^(?:please |请|帮我|把|将)\s*/i
/** Phrases that only repeat a reservation's defaults: one number, for a day. */
const usual = /\s*\b(?:until|till) tomorrow\b|[，,]?\s*到明天|一个(?:号码|分机)/gi
const forWhom = /\s+(?:for|to)\s+|\s*(?:分给|给)\s*/i
/** The lookahead excludes a UUID, which may begin with digits. */
const rangeInWords = /(\d+)\s+to\s+(\d+)(?![\da-z-])/gi

/** Rewrites `8001 to 8003` as `8001-8003`, so that its `to` does not count as the word before an agent. */
const withRanges = (text: string): string =>
  text.replaceAll(rangeInWords, (words: string, first: string, last: string) =>
    readNumbers(words).numbers.length > 1 ? `${first}-${last}` : words,
  )

/** Chinese puts the time before the question word: 上个月谁用过 8012. */
const timeFirst = /^(?:上个?(?:月|周|星期|礼拜)|昨天)$/

/** Returns the text without a word at its start or end, or inside as in "8012 预留给王伟"; `null` when the word is not there. */
function withoutWord(text: string, verb: Verb, word: string): string | null {
  const whole = /^[a-z]/.test(word) ? `(?<![a-z])${word}(?![a-z])` : word
  const found = new RegExp(whole, 'i').exec(text)
  if (found === null) return null
  const before = text.slice(0, found.index).trim()
  const after = text.slice(found.index + found[0].length).trim()
  const fits = before === '' || after === '' || verb === 'reserve' || timeFirst.test(before)
  return fits ? ` ${before} ${after} ` : null
}

/** Parses a sentence that begins or ends with a verb; `null` when there is no verb. */
export function readSentence(typed: string): Sentence | null {
  const text = readId(typed).replaceAll('?', '').trim().replace(politeness, '')
  for (const { verb, word } of vocabulary) {
    const rest = withoutWord(text, verb, word)
    if (rest === null) continue
    // After `assign`, `to` precedes an agent, who may be given by work number.
    const said = verb === 'reserve' ? rest.replaceAll(usual, '') : rest
    const [about = '', ...names] = (word === 'assign' ? said : withRanges(said)).split(forWhom)
    return { verb, about: about.trim(), agent: names.join(' ').trim() }
  }
  return null
}

/** Returns the verbs with a word that starts with the typed text. */
export const verbsBeginning = (typed: string): Verb[] => {
  const start = readId(typed).toLowerCase()
  return verbs.filter((verb) => words[verb].some((word) => word.startsWith(start)))
}
