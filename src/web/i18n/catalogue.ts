import type { UiLanguage } from '#contract/text.ts'
import type en from '../messages/en.json'
import { messages as firstEn } from 'virtual:messages/app/main/en'
import { messages as firstZh } from 'virtual:messages/app/main/zh'
import { preferredLanguage } from './preferred-language.ts'

type WithoutPlural<Key> = Key extends `${infer Base}_${'zero' | 'one' | 'other'}` ? Base : Key

/**
 * The key of every message. The plural forms `key_one` and `key_other` share the key `key`, used with `{count}`; `key_zero`, if there is
 * one, is used for 0 in every language.
 */
export type MessageKey = WithoutPlural<keyof typeof en>
export type Messages = Readonly<Record<string, string>>
type Values = Readonly<Record<string, string | number>>
export type Translate = (key: MessageKey, values?: Values) => string

/** The messages loaded so far. The entry contains the first view's messages; each part adds its own when it loads. */
const catalogues: Readonly<Record<UiLanguage, Record<string, string>>> = {
  en: { ...firstEn },
  zh: { ...firstZh },
}

/** Loads a part's messages, by language. */
type PartMessages = Readonly<Record<UiLanguage, () => Promise<{ messages: Messages }>>>
const parts = new Set<PartMessages>()
/** The languages shown on this page so far. Each part loads in all of them, so that no message is missing after a switch. */
const languages = new Set<UiLanguage>([preferredLanguage()])

async function addMessages(part: PartMessages, language: UiLanguage): Promise<void> {
  Object.assign(catalogues[language], (await part[language]()).messages)
}

/**
 * Resolves to the part once its messages have loaded too. The build wraps each import of a part that has its own messages in this
 * function (src/messages-by-part.ts).
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

/** Returns the first view's messages. Parts that load later add their messages to the same object. */
export const firstMessages = (language: UiLanguage): Messages => catalogues[language]

/**
 * Loads the messages of all parts loaded so far. Parts that load later add their messages in this language as well. Rejects when a
 * file of messages cannot be loaded.
 */
export async function loadMessages(language: UiLanguage): Promise<Messages> {
  const isNew = !languages.has(language)
  languages.add(language)
  try {
    await Promise.all([...parts].map((part) => addMessages(part, language)))
  } catch (error) {
    // Later parts would fail with the missing language.
    if (isNew) languages.delete(language)
    throw error
  }
  return catalogues[language]
}

/** Returns a function that fills `{name}` placeholders, formats numbers for the language and picks the plural form by `count`. */
export function translator(language: UiLanguage, messages: Messages): Translate {
  // Created on first use: on a phone, each formatter takes as long as rendering a few rows.
  let plural: Intl.PluralRules | undefined
  let number: Intl.NumberFormat | undefined
  const pluralOf = (count: number) => (plural ??= new Intl.PluralRules(language)).select(count)
  const format = (value: number) => (number ??= new Intl.NumberFormat(language)).format(value)
  return (key, values = {}) => {
    const { count } = values
    const zero = count === 0 ? messages[`${key}_zero`] : undefined
    const form = typeof count === 'number' ? messages[`${key}_${pluralOf(count)}`] : undefined
    const text = zero ?? form ?? messages[key]
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
