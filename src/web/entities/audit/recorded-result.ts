import { itemFilters } from '#contract/jobs.ts'
import type { MessageKey, Translate } from '../../i18n/catalogue.ts'

/** Translates one phrase that the console writes into the texts of some actions. */
export interface Rule {
  actions: RegExp
  /** Matches every occurrence; `say` receives the first group. */
  find: RegExp
  /** Returns undefined to leave the text unchanged. */
  say: (t: Translate, word: string) => string | undefined
}
/** Returns a function that applies every rule of the text's action, in order. */
export const createTranslator =
  (rules: readonly Rule[]) =>
  (t: Translate, action: string, text: string): string =>
    rules.reduce(
      (said, { actions, find, say }) =>
        actions.test(action) ? said.replace(find, (whole, word: string) => say(t, word) ?? whole) : said,
      text,
    )

/** Translates a count. */
export const counted = (key: MessageKey) => (t: Translate, word: string) => t(key, { count: Number(word) })
/** Translates a word from a closed list. */
export const oneOf =
  <Word extends string>(words: readonly Word[], say: (t: Translate, word: Word) => string) =>
  (t: Translate, text: string) => {
    const word = words.find((each) => each === text)
    return word === undefined ? undefined : say(t, word)
  }
/** Matches one item of a comma-separated list. */
const listItem = /(?<=^|, )([^,]+)(?=,|$)/g

export const resultRules: readonly Rule[] = [
  { actions: /^/, find: /^(\d{1,9}) rows\b/g, say: counted('audit.result.rows') },
  { actions: /^agent\.import/, find: /^(\d+) lines$/g, say: counted('audit.result.rows') },
  { actions: /^inventory\.export/, find: /^(\d+) chosen$/g, say: counted('inventory.selected') },
  { actions: /^job\./, find: listItem, say: oneOf(itemFilters, (t, state) => t(`item.${state}`)) },
  { actions: /^job\.report/, find: /(?<=^|, )(all)$/g, say: (t) => t('job.items.all') },
  { actions: /^job\./, find: /^(ended or cancelled already)$/g, say: (t) => t('audit.result.ended') },
  { actions: /^job\./, find: /^(deleted already)$/g, say: (t) => t('audit.result.deleted') },
  { actions: /^job\./, find: /(, )/g, say: (t) => t('audit.reason.separator') },
]

/** Returns a recorded object or result in the reader's language. Only text that the console wrote is translated. */
export const recordedResult = createTranslator(resultRules)
