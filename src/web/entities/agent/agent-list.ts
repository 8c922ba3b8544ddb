import { isAgentId } from '#contract/text.ts'
import { readId, readLines } from '../../lib/typed.ts'

/** List marks: hyphens and dots, check boxes, `1.`, `1)`, `(1)`, `①`, `一、`. A number before a point and a digit is no mark. */
const bullet =
  /^(?:\s|[-–—*•·●▪■◆>#☐☑✓✔]|\[[ x]?\]|\(\d{1,3}\)|\d{1,3}(?:[.)、:](?!\d)|\s+(?=\p{L}))|[①-⑳]|[一二三四五六七八九十]{1,3}、)+/iu
const brackets = /\([^()]*\)|\[[^[\]]*\]|【[^【】]*】|<[^<>]*>/gu
/** What a chat writes beside a message: dates and times. */
const clock = /\d{4}([-/.])\d{1,2}\1\d{1,2}|\b\d{1,2}:\d{2}(?::\d{2})?(?:\s?[ap]m\b)?/gi
const edges = /^[\s"“”‘’.,:!?。！？~…@]+|[\s"“”‘’.,:!?。！？~…]+$/gu
/** `Patel, Ingrid`, as mail programs write names between semicolons. */
const lastNameFirst = /^([\p{sc=Latin}'’ -]+),\s*([\p{sc=Latin}'’. -]+)$/u

const greeting =
  /^(?:大家|各位|诸位|你好|您好|早上好|上午好|下午好|晚上好|嗨|哈喽|谢|感谢|多谢|辛苦|收到|好的|麻烦|拜托|请|以下|如下|上述|名单|人员)|^(?:(?:could|can|may) (?:you|we|i)|(?:i|we) (?:need|want)|the following|these|hi|hello|hey|dear|good (?:morning|afternoon|evening|day)|all|team|everyone|everybody|folks|thanks|thank you|many thanks|thx|please|pls|ok|okay|(?:best|kind) regards|regards|cheers|fyi)(?![\p{L}\d-])/iu
/** Where a remark begins after a name. */
const remark =
  /\s+[-–—/|]\s.*$|:.*$|\s+(?:please|pls|plz|thanks|thank you|thx|needs?|wants?|would|will|is|starts?|from|for)\b.*$|\s*(?:请|麻烦|需要?|想要?|申请|(?<=..)[要给]).*$/iu
const titleBefore =
  /^(?:(?:mr|mrs|ms|mx|dr|prof|sr|sra|mme)\.?|miss|madam|sir|herr|frau|señora?|m\.)\s+(?=\S)/iu
const titleAfter =
  /(?<=^.{2,})\s*(?:总经理|副经理|经理|主管|副组长|组长|班长|队长|店长|部长|处长|科长|总监|主任|老师|先生|女士|小姐|同学|同事|专员|助理)$/u
const han = /^[\p{sc=Han}·•]+/u
const sentence = /[。！？!?]/
/** Longer texts are sentences. */
const mostWords = 6
const longestHan = 12

/**
 * Splits a pasted list of agents: lines, and within a line tabs, commas and semicolons that are not in brackets. Without list marks.
 * The same line twice stays twice, so that the lines keep their places beside a list of numbers.
 */
export function linesOf(text: string): string[] {
  return readLines(text)
    .split(/[\r\n]+/)
    .flatMap((line) => {
      const cleaned = line
        .replace(bullet, '')
        .replaceAll(brackets, (inside) => inside.replaceAll(/[\t,;、]/g, ' '))
      return cleaned.split(/[\t;]/).flatMap((part) => {
        const isOne = cleaned.includes(';') && lastNameFirst.test(readId(part))
        return isOne ? part : part.split(/[,、]/)
      })
    })
    .map((line) => readId(line.replace(bullet, '')))
    .filter((line) => line !== '')
}

const trimmed = (line: string) => readId(line).replaceAll(clock, ' ').replaceAll(edges, '')
const plain = (name: string) =>
  name.replaceAll(/\s+/g, ' ').replaceAll(edges, '').replace(lastNameFirst, '$2 $1').replace(titleBefore, '')

/** The name in a line of a list, without titles, remarks and what is in brackets. */
export const plainName = (line: string): string =>
  plain(trimmed(line).replaceAll(brackets, ' ').replace(remark, '')).replace(titleAfter, '')

/** The names, work numbers or UUIDs that a line of a list can mean, likeliest first; empty for a greeting or a sentence. */
export function namesIn(line: string): string[] {
  const text = readId(line)
  if (/\d/.test(text) && isAgentId(text)) return [text]
  const spaced = plain(trimmed(line).replaceAll(/[()[\]【】<>]/g, ' '))
  const bare = plainName(line)
  if (greeting.test(bare) || bare === '') return []
  if (sentence.test(bare) || bare.split(' ').length > mostWords) return []
  const first = han.exec(bare)?.[0] ?? ''
  if (first.length > longestHan) return []
  const names = [
    spaced,
    bare,
    first.replace(titleAfter, ''),
    bare.replaceAll(/(?<=\p{sc=Han}) (?=\p{sc=Han})/gu, ''),
  ]
  return [...new Set(names)].filter((name) => /[\p{L}\d]/u.test(name))
}
