// Reads people from a pasted list or chat message. A line is a person only if the directory has exactly its text; everything else
// is unread, and only a click makes a person of it.
import { keyOf, plain } from '../platform/database/names.ts'
import type { FoundPerson, People } from './people.ts'

/** Most people that one line offers for a choice. */
const mostOffered = 20

/** What a line says beside the name: `name` and `code` fill the form of a new colleague. */
interface Item {
  name: string
  codes: string[]
  /** A code is called a work number (工号, emp. no.). */
  isWorkNumber: boolean
  beside: string[]
}
/**
 * `person`: exactly one; `choose`: several have the name; `unread`: everything else. `people`: the person, or those to choose from.
 * Why a line is unread: `other-number`: the name is known, and the number beside it is not theirs; `several`: `parts` has what
 * the user may mean. `beside`: what else the line says of a person. `name` and `workNumber` fill the form of a new colleague; an
 * empty `name` is none.
 */
export interface Line {
  text: string
  kind: 'person' | 'choose' | 'unread'
  why: 'unknown' | 'heading' | 'other-number' | 'several' | null
  people: readonly FoundPerson[]
  total: number
  beside: readonly string[]
  name: string
  workNumber: string | null
  parts: readonly Line[]
}

const invisible = /(?![‌‍])\p{Cf}/gu
const listMark =
  /^(?:\s|[-–—*•·●▪■◆◦☐☑✓✔>]|\[[ xX]?\]|[(（]?\d{1,3}[.)）、](?!\d)|#\d{1,3}(?=\s)|[①-⑳]|[一二三四五六七八九十]{1,3}[、.])+/u
const brackets = /[(（]([^()（）]*)[)）]|\[([^[\]]*)\]|【([^【】]*)】|<([^<>]*)>/gu
const label = String.raw`(?<label>(?:员工?号?|工)号|(?:work|staff|emp(?:loyee)?|personal|pers)\.?[ -]?(?:number|nummer|no|nr|id)\.?|分机号?|ext(?:ension)?\.?|durchwahl|dw\.?|nr\.?|no\.?|id|#)\s*[:：#]?\s*`
const code = new RegExp(
  String.raw`(?<![\p{L}\d.:/+#@-])(?:${label})?(?<code>[a-z]{1,4}[-_]?\d{1,12}|\d{2,12})(?![\p{L}\d.:/@-])`,
  'giu',
)
// Directly behind Chinese characters, digits alone are a code: 李明1802.
const codeBehindHan = /(?<=\p{sc=Han})(?<code>\d{3,12})(?![\p{L}\d.:/@-])/gu
const edges = /^[\s,，:：;；、|/=–—-]+|[\s,，:：;；、|/=–—-]+$/gu
const separators = /[\t|]|[,，、;；]|\s(?:and|und|sowie|&)\s|(?<=\p{sc=Han})\s*[和与及]\s*(?=\p{sc=Han})/gu
const lastNameFirst = /^([^,，]+)[,，]\s*([^,，]+)$/u
/** 1802 and 1777 look alike, 8301001 does not. */
const shapeOf = (text: string) => text.replace(/\d/g, '9').replace(/\p{L}/gu, 'a')

const wholeOf = (line: string) =>
  line
    .replace(invisible, '')
    .replace(listMark, '')
    .replace(/[\s,，;；、]+$/u, '')
function itemOf(text: string): Item {
  const inside: string[] = [],
    codes: string[] = []
  let isWorkNumber = false
  const taken = (from: string, pattern: RegExp) => {
    for (const { groups = {} } of from.matchAll(pattern)) {
      codes.push(groups['code'] ?? '')
      isWorkNumber ||= /工|员|work|staff|emp|pers/iu.test(groups['label'] ?? '')
    }
    return from.replace(pattern, ' ')
  }
  for (const [, ...each] of text.matchAll(brackets)) inside.push(each.find((one) => one !== undefined) ?? '')
  const outside = text.replace(brackets, ' ')
  const withoutCodes = (from: string) => taken(taken(from.normalize('NFKC'), code), codeBehindHan)
  const name = withoutCodes(outside).replace(/\s+/g, ' ').replace(edges, '')
  const beside = inside.map((one) => withoutCodes(one).replace(edges, '')).filter((one) => one !== '')
  return { name, codes, isWorkNumber, beside }
}

/** What the directory has for the names and codes of a text. */
class Known {
  readonly #byName: Map<string, FoundPerson[]>
  readonly #people: readonly FoundPerson[]
  constructor(people: readonly FoundPerson[]) {
    this.#people = people
    this.#byName = Map.groupBy(people, ({ name_key }) => name_key)
  }
  named = (name: string): FoundPerson[] => (name === '' ? [] : (this.#byName.get(keyOf(name)) ?? []))
  coded = (code: string) => this.#people.filter((person) => hasCode(person, [code]))
  withId = (id: string) => this.#people.find((person) => (person.agent_uuid ?? person.id) === id)
}
const hasCode = ({ work_key, exts }: FoundPerson, codes: readonly string[]) =>
  codes.some((each) => work_key === plain(each) || exts.includes(` ${each} `))
const hasBeside = ({ department_key, email_key }: FoundPerson, beside: readonly string[]) =>
  beside.some((each) => department_key === keyOf(each) || email_key === each.toLowerCase())

type Read = { beside: string[] } & (
  | { kind: 'person'; person: FoundPerson }
  | { kind: 'choose'; people: FoundPerson[] }
  | { kind: 'unread'; why: 'unknown' | 'other-number'; people: FoundPerson[] }
)
function read({ name, codes, isWorkNumber, beside }: Item, known: Known): Read {
  const named = known.named(name),
    owners = codes.flatMap(known.coded)
  const one = (people: FoundPerson[], more: string[]): Read => {
    const [person] = people
    return people.length === 1 && person !== undefined
      ? { kind: 'person', person, beside: more.filter((each) => !hasBeside(person, [each])) }
      : { kind: 'choose', people, beside: more }
  }
  if (name === '') {
    // A whole line that is a work number; an extension is a place, not a person, and needs a click.
    const byWork = owners.filter(({ work_key }) => work_key === plain(codes[0] ?? ''))
    return codes.length === 1 && owners.length === 1 && byWork.length === 1
      ? one(owners, beside)
      : { kind: 'unread', why: 'unknown', people: owners, beside }
  }
  if (named.length === 0) return { kind: 'unread', why: 'unknown', people: owners, beside }
  const own = named.filter((person) => hasCode(person, codes))
  if (own.length > 0) return one(own, beside)
  const isOther =
    owners.length > 0 ||
    (codes.length > 0 && isWorkNumber) ||
    named.some(({ work_number }) =>
      codes.some((each) => work_number !== null && shapeOf(work_number) === shapeOf(each)),
    )
  if (isOther) return { kind: 'unread', why: 'other-number', people: [...named, ...owners], beside }
  const narrowed = named.filter((person) => hasBeside(person, beside))
  return one(narrowed.length === 1 ? narrowed : named, [...codes, ...beside])
}

/** `李明，1802，王芳` is two people: a code belongs to the name before it, or after it when the text begins with a code. */
function withCodes(parts: readonly string[]): string[] {
  const isCode = (part: string) => itemOf(part).name === ''
  const behind = !isCode(parts[0] ?? ''),
    groups: string[] = []
  let open: string[] = []
  for (const part of parts) {
    if (behind && !isCode(part) && open.length > 0) {
      groups.push(open.join(' '))
      open = []
    }
    open.push(part)
    if (!behind && !isCode(part)) {
      groups.push(open.join(' '))
      open = []
    }
  }
  return open.length > 0 ? [...groups, open.join(' ')] : groups
}

/** Complete names that stand in a sentence, for the user to choose from. */
const namesWithin = (line: string): string[] => {
  const words = line.slice(0, 200).match(/[\p{L}\p{M}'’.-]+/gu) ?? []
  const latin = words.flatMap((_, at) =>
    [2, 3, 4].map((count) =>
      words
        .slice(at, at + count)
        .join(' ')
        .replace(/^[.'’-]+|[.,'’-]+$/gu, ''),
    ),
  )
  const chinese = (line.slice(0, 200).match(/\p{sc=Han}{2,}/gu) ?? []).flatMap((run) =>
    Array.from(run).flatMap((_, at, all) => [2, 3, 4].map((count) => all.slice(at, at + count).join(''))),
  )
  return [...new Set([...latin, ...chinese])].filter((name) => name.length > 1)
}

const partsOf = (whole: string) => {
  const parts = whole
    .split(separators)
    .map((part) => part.trim())
    .filter((part) => part !== '')
  return parts.length > 1 ? parts : []
}

/** A text that can be a person's name, and not a sentence. */
const isNameLike = (name: string) =>
  name.length > 1 &&
  name.length <= 40 &&
  name.split(' ').length <= 4 &&
  /\p{L}/u.test(name) &&
  !/[,，;；。！？!?：:]/u.test(name) &&
  (name.includes('·') || !/\p{sc=Han}.{6}/u.test(name))

/** A reader of lines with the people whom they can mean. */
class Reader {
  readonly #known: Known

  constructor(known: Known) {
    this.#known = known
  }

  lineOf(line: string, whole: string, isPart = false): Line {
    const item = itemOf(whole)
    const byId = this.#known.withId(whole)
    if (byId !== undefined) return this.#found(line, { kind: 'person', person: byId, beside: [] })
    if (/[:：]$/u.test(whole)) return this.#unread(line, whole, 'heading', item, [])
    for (const candidate of [
      { ...item, name: line, codes: [], beside: [] },
      { ...item, name: whole, codes: [], beside: [] },
      item,
      { ...item, name: item.name.replace(lastNameFirst, '$2 $1') },
    ]) {
      const found = read(candidate, this.#known)
      if (found.kind !== 'unread') return this.#found(line, found)
      if (found.why === 'other-number') return this.#unread(line, whole, 'other-number', item, found.people)
    }
    const parts = isPart ? [] : this.#rowOrList(line, whole)
    if (parts.length === 1 && parts[0] !== undefined) return parts[0]
    return this.#unread(
      line,
      whole,
      parts.length > 1 ? 'several' : 'unknown',
      item,
      item.codes.flatMap(this.#known.coded),
      parts,
    )
  }

  #found(line: string, found: Exclude<Read, { kind: 'unread' }>): Line {
    const people = found.kind === 'person' ? [found.person] : found.people
    return {
      text: line,
      kind: found.kind,
      why: null,
      people: people.slice(0, mostOffered),
      total: people.length,
      beside: found.beside,
      name: '',
      workNumber: null,
      parts: [],
    }
  }

  #unread(
    line: string,
    whole: string,
    why: NonNullable<Line['why']>,
    item: Item,
    found: readonly FoundPerson[],
    parts: readonly Line[] = [],
  ): Line {
    const people = [...new Set([...found, ...namesWithin(whole).flatMap(this.#known.named)])]
    return {
      text: line,
      kind: 'unread',
      why,
      people: people.slice(0, mostOffered),
      total: people.length,
      beside: item.beside,
      name: why !== 'heading' && isNameLike(item.name) ? item.name : '',
      workNumber: item.codes[0] ?? null,
      parts,
    }
  }

  /** A row of a sheet gives one line; names beside each other give one for each, which count only when the user says so, or when all are known. */
  #rowOrList(line: string, whole: string): Line[] {
    const parts = partsOf(whole)
    const items = parts.map(itemOf)
    const named = items.filter(({ name }) => this.#known.named(name).length > 0)
    const [first] = named
    if (first === undefined) return []
    const others = items.filter(
      (item) =>
        item.name !== '' &&
        !named.includes(item) &&
        !this.#known.named(first.name).some((person) => hasBeside(person, [item.name])),
    )
    if (named.length === 1 && (/[\t|]/.test(whole) || others.length === 0)) {
      const cells = items.filter((item) => item !== first)
      const found = read(
        {
          name: first.name,
          codes: items.flatMap(({ codes }) => codes),
          isWorkNumber: items.some(({ isWorkNumber }) => isWorkNumber),
          beside: [...cells.map(({ name }) => name), ...items.flatMap(({ beside }) => beside)].filter(
            (cell) => cell !== '',
          ),
        },
        this.#known,
      )
      if (found.kind !== 'unread') return [this.#found(line, found)]
    }
    return withCodes(parts).map((part) => this.lineOf(part, part, true))
  }
}

/** Reads each text as one line of a list. */
export async function matchLines(texts: readonly string[], people: Pick<People, 'exactly'>): Promise<Line[]> {
  const lines = texts.map((text) => ({ text: text.trim(), whole: wholeOf(text) }))
  const items = lines.flatMap(({ whole }) => [itemOf(whole), ...partsOf(whole).map(itemOf)])
  const reversed = lines.map(({ whole }) => whole.replace(lastNameFirst, '$2 $1'))
  const names = [
    ...items.map(({ name }) => name),
    ...lines.flatMap(({ text, whole }) => [text, whole, ...namesWithin(whole)]),
    ...reversed,
  ]
  const codes = items.flatMap((item) => item.codes)
  const ids = lines.flatMap(({ whole }) => (/^[A-Za-z\d-]{8,64}$/.test(whole) ? [whole] : []))
  const reader = new Reader(new Known(await people.exactly(names, codes, ids)))
  return lines.map(({ text, whole }) => reader.lineOf(text, whole))
}
