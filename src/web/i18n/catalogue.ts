import type { UiLanguage } from '#contract/text.ts'
import type en from '../messages/en.json'
import { messages as firstEn } from 'virtual:messages/en/first'
import { messages as firstZh } from 'virtual:messages/zh/first'

type WithoutPlural<Key> = Key extends `${infer Base}_${'one' | 'other'}` ? Base : Key

/** Every message of the console; `key_one` and `key_other` are read by `key` with `{count}`. */
export type MessageKey = WithoutPlural<keyof typeof en>
export type Messages = Readonly<Record<string, string>>
type Values = Readonly<Record<string, string | number>>
export type Translate = (key: MessageKey, values?: Values) => string

/** What the first view says is part of the entry; the rest is added with the first part that is not (`lazyFeature`). */
const catalogues: Readonly<Record<UiLanguage, Record<string, string>>> = {
  en: { ...firstEn },
  zh: { ...firstZh },
}
const loaders = {
  en: async (): Promise<Messages> => (await import('virtual:messages/en/rest')).messages,
  zh: async (): Promise<Messages> => (await import('virtual:messages/zh/rest')).messages,
}

export const firstMessages = (language: UiLanguage): Messages => catalogues[language]

/** All messages of a language. A holder of the first ones sees the others from then on. */
export async function loadMessages(language: UiLanguage): Promise<Messages> {
  return Object.assign(catalogues[language], await loaders[language]())
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
    const text = form ?? messages[key] ?? key
    return text.replaceAll(/\{(\w+)\}/g, (whole, name: string) => {
      const value = values[name]
      if (value === undefined) return whole
      return typeof value === 'number' ? format(value) : value
    })
  }
}
