import type { UiLanguage } from '#contract/text.ts'
import type { EnglishMessages } from '../messages/keys.ts'

type WithoutPlural<Key> = Key extends `${infer Base}_${'zero' | 'one' | 'other'}` ? Base : Key

/**
 * The key of every message. The plural forms `key_one` and `key_other` share the key `key`, used with `{count}`; `key_zero`, if there is
 * one, is used for 0 in every language.
 */
export type MessageKey = WithoutPlural<keyof EnglishMessages>
export type Messages = Readonly<Record<string, string>>
type Values = Readonly<Record<string, string | number>>
export type Translate = (key: MessageKey, values?: Values) => string

/**
 * The messages by folder: `.` has those of the shell and of several pages, `pages/<page>` a page's own. The server names the chunks that
 * a page needs in the document (page-files.ts).
 */
const files = import.meta.glob<Messages>(['../messages/*.json', '../pages/*/messages/*.json'], {
  import: 'default',
})
const load = async (folder: string, language: UiLanguage): Promise<Messages> =>
  (await files[`../${folder === '.' ? '' : `${folder}/`}messages/${language}.json`]?.()) ?? {}

/** What is loaded of each language the user chose. It grows with each page that loads. */
const loaded = new Map<UiLanguage, Record<string, string>>()
const loadedFolders = new Set(['.'])

const add = async (folder: string, language: UiLanguage) =>
  Object.assign(loaded.get(language) ?? {}, await load(folder, language))

/** Loads the messages of `pages/<page>`, in each language the user has chosen since the document loaded. */
export async function loadPageMessages(page: string): Promise<void> {
  const folder = `pages/${page}`
  loadedFolders.add(folder)
  await Promise.all([...loaded.keys()].map((language) => add(folder, language)))
}

/** Loads a language's messages, without those of single pages. */
export const loadSharedMessages = (language: UiLanguage): Promise<Messages> => load('.', language)

/** Loads a language's messages: those of the shell and of each page that has loaded. Rejects when a file cannot be loaded. */
export async function loadMessages(language: UiLanguage): Promise<Messages> {
  const texts = loaded.get(language) ?? {}
  // Set first: a page that loads at the same time adds its messages too.
  loaded.set(language, texts)
  try {
    await Promise.all([...loadedFolders].map((folder) => add(folder, language)))
    return texts
  } catch (error) {
    loaded.delete(language)
    throw error
  }
}

/** True for the key of a message that has loaded: a newer server may send words that this version does not know. */
export const hasMessage = (key: string): key is MessageKey =>
  [...loaded.values()].some((texts) => key in texts || `${key}_other` in texts)

const chinese = /[\p{Script=Han}，。：；、（）“”]/u
/** Chinese takes spaces only around numbers and Latin words, and the value decides which it is. */
export const areChinese = (left: string | undefined, right: string | undefined): boolean =>
  chinese.test(left ?? '') && chinese.test(right ?? '')

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
    return text.replaceAll(
      /( ?)\{(\w+)\}( ?)/g,
      (whole, before: string, name: string, after: string, at: number) => {
        const value = values[name]
        if (value === undefined) return whole
        const valueText = typeof value === 'number' ? format(value) : value
        const left = areChinese(text[at - 1], valueText[0]) ? '' : before
        const right = areChinese(valueText.at(-1), text[at + whole.length]) ? '' : after
        return `${left}${valueText}${right}`
      },
    )
  }
}
