import { knownLangCodeTxt } from '#contract/extensions.ts'
import type { LanguageStanding } from '#contract/extension-languages.ts'
import type { Language } from '#contract/reference.ts'

export interface LanguageFields {
  langCode: string | null
  langCodeTxt: string | null
}

const plain = (text: string | null): string => (text ?? '').trim().toLowerCase()
const codecs: readonly string[] = knownLangCodeTxt.map((text) => text.toLowerCase())

/** Operation 3's languages by their code and by their labels, in every language they were asked in. */
export function languageList(items: readonly Language[]) {
  const codes = new Map<string, string>()
  for (const { languageCode, languageValue } of items)
    for (const name of [languageCode, languageValue]) codes.set(plain(name), languageCode)
  return {
    /** The code of what this names; null when it is not on the list. */
    codeOf: (text: string | null): string | null => codes.get(plain(text)) ?? null,
  }
}
export type LanguageList = ReturnType<typeof languageList>

const differs = (one: string | null, other: string | null): boolean =>
  plain(one) !== '' && plain(other) !== '' && plain(one) !== plain(other)

/**
 * How an answer of operation 11 stands (contract, `languageStandings`). Neither the extension's nor the agent's record
 * carries a language of the agent (open-api.md), so there is none to compare with.
 */
export function standingOf(
  answer: LanguageFields,
  record: LanguageFields | null,
  list: LanguageList,
): LanguageStanding {
  const { langCode, langCodeTxt } = answer
  if (plain(langCode) === '' && plain(langCodeTxt) === '') return 'none'
  const isCodec = codecs.includes(plain(langCodeTxt)) || codecs.includes(plain(langCode))
  const [byCode, byText] = [list.codeOf(langCode), list.codeOf(langCodeTxt)]
  if (!isCodec && byCode === null && byText === null) return 'unknown'
  if (byCode !== null && byText !== null && byCode !== byText) return 'code-differs'
  if (record !== null && (differs(langCode, record.langCode) || differs(langCodeTxt, record.langCodeTxt)))
    return 'record-differs'
  return isCodec ? 'codec' : 'language'
}
