import type { UiLanguage } from '#contract/text.ts'
import type en from '../messages/en.json'
import { messages as firstEn } from 'virtual:messages/app/main/en'
import { messages as firstZh } from 'virtual:messages/app/main/zh'
import { preferredLanguage } from './preferred-language.ts'

type WithoutPlural<Key> = Key extends `${infer Base}_${'one' | 'other'}` ? Base : Key

/** Every message of the console; `key_one` and `key_other` are read by `key` with `{count}`. */
export type MessageKey = WithoutPlural<keyof typeof en>
export type Messages = Readonly<Record<string, string>>
type Values = Readonly<Record<string, string | number>>
export type Translate = (key: MessageKey, values?: Values) => string

/** What is known so far: the entry has what the first view says, each part that is fetched later adds its own. */
const catalogues: Readonly<Record<UiLanguage, Record<string, string>>> = {
  en: { ...firstEn },
  zh: { ...firstZh },
}

/** Fetches a part's messages in a language. */
type PartMessages = Readonly<Record<UiLanguage, () => Promise<{ messages: Messages }>>>
const parts = new Set<PartMessages>()
/** Those shown on this page so far. Each part comes in all of them, so that none lacks a message while the reader switches. */
const languages = new Set<UiLanguage>([preferredLanguage()])

async function addMessages(part: PartMessages, language: UiLanguage): Promise<void> {
  Object.assign(catalogues[language], (await part[language]()).messages)
}

/**
 * A part, once its messages are there too. The build puts this around each import of a part that has messages of its own
 * (src/messages-by-part.ts).
 * @public
 */
export async function withMessages<Part>(part: Promise<Part>, messages: PartMessages): Promise<Part> {
  parts.add(messages)
  const [loaded] = await Promise.all([
    part,
    ...[...languages].map((language) => addMessages(messages, language)),
  ])
  return loaded
}

/** What the first view says. A holder of these messages sees those of later parts as they come. */
export const firstMessages = (language: UiLanguage): Messages => catalogues[language]

/** The messages of all parts fetched so far; those of later ones are added in this language as well. */
export async function loadMessages(language: UiLanguage): Promise<Messages> {
  languages.add(language)
  await Promise.all([...parts].map((part) => addMessages(part, language)))
  return catalogues[language]
}

/** Fills `{name}` placeholders (numbers in the language's own writing) and picks the plural form by `count`. */
export function translator(language: UiLanguage, messages: Messages): Translate {
  // Made when first needed: on a phone each takes as long as drawing a few rows.
  let plural: Intl.PluralRules | undefined
  let number: Intl.NumberFormat | undefined
  const pluralOf = (count: number) => (plural ??= new Intl.PluralRules(language)).select(count)
  const format = (value: number) => (number ??= new Intl.NumberFormat(language)).format(value)
  return (key, values = {}) => {
    const { count } = values
    const form = typeof count === 'number' ? messages[`${key}_${pluralOf(count)}`] : undefined
    const text = form ?? messages[key]
    if (text === undefined) {
      reportError(new Error(`no message ${key} in ${language}`))
      return key
    }
    return text.replaceAll(/\{(\w+)\}/g, (whole, name: string) => {
      const value = values[name]
      if (value === undefined) return whole
      return typeof value === 'number' ? format(value) : value
    })
  }
}
