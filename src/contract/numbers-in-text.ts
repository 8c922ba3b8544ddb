import { numberAfter, rangeOf, rangeSigns } from './number-set.ts'

/** A number, or a range, as written; a single number is a range of one. */
interface RangeInText {
  text: string
  first: string
  last: string
}

/** Text with digits that is no number, and what it is. */
interface Ignored {
  text: string
  why:
    | 'link'
    | 'phone'
    | 'date'
    | 'time'
    | 'ticket'
    | 'count'
    | 'place'
    | 'person'
    | 'amount'
    | 'word'
    | 'list-mark'
    | 'too-short'
}

/** Text that may be a number. `first` and `last`: what it would then add; null when even that is not clear. */
export interface UnclearText {
  text: string
  why: 'length' | 'phone' | 'move' | 'letter' | 'groups' | 'backwards' | 'too-long' | 'too-many'
  first: string | null
  last: string | null
}

export interface RangesInText {
  /** In the order written. */
  ranges: RangeInText[]
  ignored: Ignored[]
  unclear: UnclearText[]
}

export interface NumbersInText extends RangesInText {
  /** In the order written, each once. */
  numbers: string[]
  /** How many repeated numbers were dropped. */
  repeated: number
}

interface Reading {
  /** The texts among `unclear` that the user has added. */
  added?: readonly string[]
  /** True for a field of ranges only, where no phone number is pasted. */
  isField?: boolean
}

const shortest = 2
const longest = 15

const months =
  'jan(?:uar[yi]?)?|feb(?:ruar[yi]?)?|mar(?:ch)?|märz?|apr(?:il)?|ma[yi]|june?|juni|july?|juli|aug(?:ust)?|sept?(?:ember)?|o[ck]t(?:ober)?|nov(?:ember)?|de[cz](?:ember)?'
const things =
  'people|persons?|agents?|colleagues|users?|seats?|new|more|extensions?|numbers?|phones?|lines?|accounts?|of them|pcs|weeks?|days?|hours?|hrs?|h|min(?:utes?|uten)?|months?|years?|leute|personen|neue[nrs]?|weitere|kolleg(?:e|en|innen)|mitarbeiter(?:innen)?|nummern?|nebenstellen?|apparate?|stück|stk|plätze|tage?n?|wochen?|stunden?|monate?n?|jahre?n?'
/** The end of a range, such as the 03 of `8001-03`, begins nothing else. Chinese stands directly beside digits, other letters do not. */
const digitsBefore = String.raw`(?<!\d)(?<!\d\s?[-–—−~～]\s?)`
const before = String.raw`(?<!\p{sc=Latin})${digitsBefore}`
const after = String.raw`(?![\p{sc=Latin}\d])`
/** The rest of a range of rooms, tickets or hours. */
const rangeEnd = String.raw`(?:\s?[-–~至到]\s?\d+)?`
const rule = (...alternatives: string[]) => new RegExp(alternatives.join('|'), 'giu')

/** In this order: what an earlier rule takes, a later one does not see. */
const ignoredRules: readonly (readonly [Ignored['why'], RegExp])[] = [
  ['link', /[\p{sc=Latin}\d]{40,}/gu],
  [
    'link',
    rule(
      String.raw`\b(?:https?:\/\/|www\.)\S+`,
      String.raw`(?<![\w.+-])[\w.+-]+@[\w-]+(?:\.[\w-]+)+`,
      String.raw`\b[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\b`,
      String.raw`\b(?=[\da-f]*[a-f])(?=[\da-f]*\d)[\da-f]{32}\b`,
      String.raw`\b\d{1,3}(?:\.\d{1,3}){3}\b`,
    ),
  ],
  [
    'phone',
    rule(
      String.raw`\+\s?\d[\d ()./-]{4,}\d`,
      String.raw`(?:\b(?:tel|telefon|phone|mobile|mobil|cell|handy|fax|call me (?:at|on))\b\.?|电话|手机|传真|座机)\s*[:：]?\s*\(?\d[\d ()./-]{4,}\d`,
      String.raw`\(0\d+\)[\d ./-]{4,}\d`,
      String.raw`${before}0\d{1,4}(?:\s?\/\s?\d{5,}| \d{6,})`,
    ),
  ],
  [
    'date',
    rule(
      String.raw`${before}(?:19|20)\d\d([-/.])\d{1,2}\1\d{1,2}(?![-\d])`,
      String.raw`${before}\d{1,2}([./])\d{1,2}\2(?:\d{4}|\d{2})?${after}`,
      String.raw`${before}\d{1,2}\/\d{1,2}${after}`,
      String.raw`${digitsBefore}(?:\d{2,4}\s*年\s*)?\d{1,2}\s*月(?:份|\s*\d{1,2}\s*[日号]?(?:\s*[-–~至到]\s*\d{1,2}\s*[日号])?)?`,
      String.raw`${digitsBefore}\d{2,4}\s*年`,
      String.raw`${digitsBefore}\d{1,2}\s*[日号]`,
      String.raw`${before}\d{1,2}(?:st|nd|rd|th)?\.?\s?(?:of )?(?:${months})\.?(?:,?\s\d{4})?${after}`,
      String.raw`${before}(?:${months})\.?\s\d{1,2}(?:st|nd|rd|th)?(?:,?\s\d{4})?${after}`,
      String.raw`${before}(?:${months})\s\d{4}${after}`,
      String.raw`${before}\d{1,2}(?:st|nd|rd|th)${after}`,
      String.raw`${before}(?:kw|week|cw|q[1-4])\s?\d{1,4}${after}`,
      String.raw`(?<=(?<!\d\s)\b(?:in|since|until|by|seit|bis|jahr|year) )(?:19|20)\d\d${after}`,
    ),
  ],
  [
    'time',
    rule(
      String.raw`${before}\d{1,2}[:：]\d{2}(?:[:：]\d{2})?(?:\s?[ap]\.?m\b\.?)?(?:\s?uhr)?`,
      String.raw`${before}(?:\d{1,2}\s?[-–]\s?)?\d{1,2}(?:[.:]\d{2})?\s?(?:uhr|[ap]\.?m\.?|o'clock)${after}`,
      String.raw`${digitsBefore}(?:\d{1,2}\s*[-–~至到]\s*)?\d{1,2}\s*[点點时時](?:\s*\d{1,2}\s*分|半)?`,
    ),
  ],
  [
    'ticket',
    rule(
      String.raw`(?<![\p{sc=Latin}\d-])[a-z][a-z\d]{1,9}-\d+(?:-\d+)*${after}`,
      String.raw`${before}[a-z]{2,}\d{4,}${after}`,
      String.raw`${before}v\d+(?:\.\d+)*`,
      String.raw`(?:\b(?:ticket|incident|vorgang|version|firmware)\b\.?|工单号?|单号|订单号?)\s*(?:no\.?|nr\.?|number)?\s*[:：#]?\s*#?\d+(?:\.\d+)*${rangeEnd}`,
      String.raw`\b(?:case|issue|order|request|bestellung)\b\.?\s*(?:no\.?|nr\.?|number|[:：#])\s*#?\d+(?:\.\d+)*${rangeEnd}`,
      String.raw`#\d+`,
    ),
  ],
  [
    'place',
    rule(
      String.raw`\b(?:room|rm|raum|zimmer|floor|etage|stock|desk|platz|building|gebäude|haus|gate|suite|apt|bldg)\b\.?\s*(?:no\.?|nr\.?)?\s*\d+(?:\.\d+)*${rangeEnd}`,
      String.raw`${digitsBefore}\d+(?:st|nd|rd|th|\.)?\s?(?:floor|etage|stock|og\b)`,
      String.raw`(?:房间|会议室|工位|座位|楼层)\s*[:：]?\s*\d+${rangeEnd}`,
      String.raw`${digitsBefore}\d+\s*(?:楼|层|室|号楼|座|栋)`,
    ),
  ],
  [
    'person',
    rule(
      String.raw`(?:员工?号|工号|\b(?:work|staff|emp(?:loyee)?|personal|pers)\.?[ -]?(?:number|nummer|no|nr|id)\b\.?)\s*[:：#]?\s*[a-z]{0,4}-?\d+${rangeEnd}`,
    ),
  ],
  [
    'amount',
    rule(
      String.raw`[€$£¥￥]\s?\d[\d.,]*`,
      String.raw`${before}\d[\d.,]*\s?(?:[€$£¥%]|eur\b|usd\b|rmb\b|元|块|percent\b|prozent\b)`,
    ),
  ],
  [
    'count',
    rule(
      String.raw`${before}(?:\d{1,2}\s?[-–/]\s?\d{1,2}|\d{1,3})\s?(?:x\s|(?:${things})${after})`,
      String.raw`${before}(?:x|qty|anzahl|count|total|totally|quantity)\s?[:：]?\s?\d{1,3}${after}`,
      String.raw`(?:数量|共|合计|总共|一共|大约|约|还要|再加|再要|加)\s*[:：]?\s*\d{1,3}(?=\D|$)`,
      String.raw`${digitsBefore}\d{1,3}\s*(?:位|名|人|个|個|台|部|条|套|天|周|小时|分钟|月|年|次|份|家|组|排)`,
    ),
  ],
]
/** In a text without words, 11,12 is a list. */
const decimals = new RegExp(String.raw`${before}\d{1,3}[.,]\d{1,2}(?![\d.,]*\d)`, 'gu')
const listMark = /(?:^|[\r\n])[^\S\r\n]{0,20}[>*•–-]?[^\S\r\n]{0,3}[(（]?(\d{1,3})[.)）、](?!\d)/gu
/** A dash at the start of a line marks a list item. */
const range = new RegExp(
  String.raw`(?<![\p{sc=Latin}\d.,+\p{Pd}])(\d+)(?:[^\S\r\n]*${rangeSigns}\s*|\s*(?:to|bis|through|thru|until)\s*)(\d+)(?![\p{sc=Latin}\d]|[.,\p{Pd}]\d)`,
  'giu',
)
const letters = /(?<![\p{sc=Latin}\d-])(?=[a-z\d]*\d)(?=[a-z\d]*[a-z])[a-z\d]{2,15}(?![\p{sc=Latin}\d-])/giu
const mobile = /(?<![\p{sc=Latin}\d])1[3-9]\d{9}(?![\p{sc=Latin}\d])/gu
/** `ext8001`, `x8001` */
const caption = /(?<![\p{sc=Latin}\d])(?:(?:ext|dw|sip)[-.]?|x)(?=\d{3,15}(?![\p{sc=Latin}\d]))/giu
const groups =
  /(?<![\p{sc=Latin}\d])\d+(?:(?:[-–‑.,'’]|[^\S\r\n](?=\d{2,3}(?!\d)))\d+)+(?![\p{sc=Latin}\d])/gu
const single = /\d+/g

/** "Move Ingrid from 4101 to 4180" names two numbers, not eighty. */
const move =
  /(?:\b(?:mov|chang|switch|swap|transfer|renumber|forward|umzieh|umstell|wechsel)\p{L}*|[换改转调移])[^\r\n]{0,60}$/iu

/** True for a phone number after its word; `电话 8601-8603` has two numbers of one length. */
const isPhone = (text: string): boolean => {
  const [, first = '', last = ''] = /(\d+)\s*[-–~]\s*(\d+)$/.exec(text) ?? []
  return first === '' || first.length !== last.length || !/^\D+\d+\s*[-–~]\s*\d+$/.test(text)
}

interface Placed<Item> {
  at: number
  item: Item
}
const inOrder = <Item>(items: readonly Placed<Item>[]): Item[] =>
  items.toSorted((a, b) => a.at - b.at).map(({ item }) => item)

/** What a text contains, before the lengths are compared. */
function partsOf(text: string, isField: boolean) {
  const ignored: Placed<Ignored>[] = []
  const unclear: Placed<UnclearText>[] = []
  const candidates: Placed<RangeInText>[] = []
  const ignore = (why: Ignored['why'], written: string, at: number) =>
    ignored.push({ at, item: { text: written.trim(), why } })
  const askAbout = (
    why: UnclearText['why'],
    written: string,
    at: number,
    first: string | null,
    last = first,
  ) => unclear.push({ at, item: { text: written, why, first, last } })
  const find = (written: string, at: number, first: string, last = first) =>
    candidates.push({ at, item: { text: written, first, last } })
  let rest = text
    .replaceAll(/(?![\u200C\u200D])\p{Cf}/gu, '')
    .replaceAll(/[０-９Ａ-Ｚａ-ｚ－／＋～]/gu, (sign) => sign.normalize('NFKC'))
    .replaceAll(/[^\S\r\n]{3,}/gu, '  ')
    .replaceAll(caption, (written) => ' '.repeat(written.length))
  const hasWords = /\p{L}/u.test(rest.replaceAll(range, ' '))
  /** Passes each match to `take`, and blanks out those that it takes. */
  const each = (pattern: RegExp, take: (match: RegExpMatchArray, at: number) => unknown) => {
    let [left, end] = ['', 0]
    for (const match of rest.matchAll(pattern)) {
      if (take(match, match.index) === false) continue
      left += rest.slice(end, match.index) + ' '.repeat(match[0].length)
      end = match.index + match[0].length
    }
    rest = left + rest.slice(end)
  }
  let mark = 1
  each(listMark, ([written, count], at) => {
    if (Number(count) !== mark) return false
    mark += 1
    return ignore('list-mark', written, at)
  })
  for (const [why, pattern] of ignoredRules)
    each(pattern, ([written], at) =>
      why === 'phone' && !isPhone(written) ? false : ignore(why, written, at),
    )
  if (hasWords) each(decimals, ([written], at) => ignore('amount', written, at))
  each(range, ([written, first = '', end = ''], at) => {
    const read = rangeOf(first, end)
    const isMove = /[a-z至到]/iu.test(written) && move.test(rest.slice(Math.max(0, at - 80), at))
    if (first.length > longest || end.length > longest) return askAbout('too-long', written, at, null)
    if (first.length < shortest) return ignore('too-short', written, at)
    if (read === null) return askAbout('backwards', written, at, null)
    if (isMove) return askAbout('move', written, at, read.first, read.last)
    return find(written, at, read.first, read.last)
  })
  if (!isField) each(mobile, ([written], at) => askAbout('phone', written, at, written))
  each(groups, ([written], at) => {
    const digits = written.split(/\D+/)
    // Numbers of one length between spaces are a list, and so are numbers between commas that are no thousands.
    const isList = /^[\d\s]+$/.test(written)
      ? digits.every(({ length }) => length > shortest && length === digits[0]?.length)
      : /^[\d,]+$/.test(written) && !/^\d{1,2}(?:,\d{3})+$/.test(written)
    if (!isList) return askAbout('groups', written, at, digits.join(''))
    for (const number of digits) find(number, at, number)
    return true
  })
  each(letters, ([written], at) => {
    const likely = written.replaceAll(/o/giu, '0').replaceAll(/[il]/giu, '1')
    if (/^\d+$/.test(likely)) return askAbout('letter', written, at, likely)
    const isWord = written.replaceAll(/\D/g, '').length < 3
    return isWord ? ignore('word', written, at) : askAbout('letter', written, at, null)
  })
  each(single, ([written], at) => {
    if (written.length < shortest) return ignore('too-short', written, at)
    return written.length > longest ? askAbout('too-long', written, at, null) : find(written, at, written)
  })
  return { ignored, unclear, candidates, hasWords }
}

/**
 * Reads numbers and ranges from a list, a column of cells or a chat message. What is no number is ignored, and what may be one is asked;
 * only what is in `ranges` is ever used. Among words, the length that most of the numbers have decides which of the others are asked.
 */
export function rangesIn(text: string, { added = [], isField = false }: Reading = {}): RangesInText {
  const { ignored, unclear: doubtful, candidates, hasWords } = partsOf(text, isField)
  const votes = new Map<number, number>()
  for (const { item } of candidates)
    for (const { length } of item.first === item.last ? [item.first] : [item.first, item.last])
      votes.set(length, (votes.get(length) ?? 0) + 1)
  const most = Math.max(0, ...votes.values())
  const usual = [...votes].flatMap(([length, count]) => (count === most ? [length] : []))
  const isUsual = ({ first, last }: RangeInText): boolean => {
    // Without words, a text is a list of numbers.
    if (!hasWords || isField) return true
    if (first.length <= shortest) return false
    // A range such as 998-1002 has two lengths on purpose. Two lengths that are equally frequent are no majority.
    return (
      candidates.length === 1 || (usual.length === 1 && [first.length, last.length].includes(usual[0] ?? 0))
    )
  }
  const ranges: Placed<RangeInText>[] = []
  const unclear: Placed<UnclearText>[] = []
  for (const { at, item } of candidates)
    if (isUsual(item)) ranges.push({ at, item })
    else doubtful.push({ at, item: { ...item, why: 'length' } })
  for (const { at, item } of doubtful) {
    const { text: written, first, last } = item
    if (first !== null && last !== null && added.includes(written))
      ranges.push({ at, item: { text: written, first, last } })
    else unclear.push({ at, item })
  }
  return { ranges: inOrder(ranges), ignored: inOrder(ignored), unclear: inOrder(unclear) }
}

/** Reads numbers like `rangesIn`, and writes out at most `most` of them. */
export function numbersIn(
  text: string,
  { most = 10_000, ...reading }: Reading & { most?: number } = {},
): NumbersInText {
  const { ranges: all, ignored, unclear } = rangesIn(text, reading)
  const numbers = new Set<string>()
  const ranges: RangeInText[] = []
  let named = 0
  for (const each of all) {
    const count = BigInt(each.last) - BigInt(each.first) + 1n
    if (BigInt(numbers.size) + count > BigInt(most)) {
      unclear.push({ text: each.text, why: 'too-many', first: null, last: null })
      continue
    }
    ranges.push(each)
    named += Number(count)
    for (let [ext, at] = [each.first, 0n]; at < count; ext = numberAfter(ext), at++) numbers.add(ext)
  }
  return { numbers: [...numbers], ranges, ignored, unclear, repeated: named - numbers.size }
}
