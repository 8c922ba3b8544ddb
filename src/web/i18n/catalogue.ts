import type { UiLanguage } from '#contract/text.ts'
import type en from '../messages/en.json'

type WithoutPlural<Key> = Key extends `${infer Base}_${'zero' | 'one' | 'other'}` ? Base : Key

/**
 * The key of every message. The plural forms `key_one` and `key_other` share the key `key`, used with `{count}`; `key_zero`, if there is
 * one, is used for 0 in every language.
 */
export type MessageKey = WithoutPlural<keyof typeof en>
export type Messages = Readonly<Record<string, string>>
type Values = Readonly<Record<string, string | number>>
export type Translate = (key: MessageKey, values?: Values) => string

/** Each language's messages are one file, whose chunk the server names in the document (page-preloads.ts). */
const files = {
  en: () => import('../messages/en.json'),
  zh: () => import('../messages/zh.json'),
}

/** Loads a language's messages. Rejects when their file cannot be loaded. */
export const loadMessages = async (language: UiLanguage): Promise<Messages> =>
  (await files[language]()).default

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
