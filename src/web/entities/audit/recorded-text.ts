import type { MessageKey, Translate } from '../../i18n/catalogue.ts'
import { counted, createTranslator, resultRules, type Rule } from './recorded-result.ts'

const poolFields = {
  name: 'caption.name',
  numbers: 'numbers.title',
  owner: 'pools.owner',
  purpose: 'pools.purpose',
  'alert below': 'pools.leastFree',
} satisfies Record<string, MessageKey>
const labelFields = {
  labels: 'labels.title',
  note: 'caption.note',
  add: 'audit.reason.add',
  remove: 'action.remove',
} satisfies Record<string, MessageKey>

const before = (label: string, t: Translate) => t('label.value', { label, value: '' })
/** Translates a field's name in front of its value. */
const field = (keys: Readonly<Record<string, MessageKey>>) => (t: Translate, word: string) => {
  const key = keys[word]
  return key === undefined ? undefined : before(t(key), t)
}
const reasonRules: readonly Rule[] = [
  {
    actions: /refused$/,
    find: /(?:and )?(\d+) similar events suppressed$/g,
    say: counted('audit.reason.more'),
  },
  {
    actions: /^user\.reset-password/,
    find: /^(second factor removed)$/g,
    say: (t) => t('audit.action.user.remove-second-factor'),
  },
  { actions: /^threshold\./, find: /(?<=^|, |→ )free (\d+)/g, say: counted('thresholds.free') },
  { actions: /^threshold\./, find: /(?<=^|, |→ )days (\d+)/g, say: counted('thresholds.days') },
  { actions: /^threshold\./, find: /(?<=^|→ )(none)(?= →|$)/g, say: (t) => t('audit.reason.noThreshold') },
  { actions: /^pool\./, find: /(?<=^|; )(\w+(?: below)?): /g, say: field(poolFields) },
  // These texts contain no user input, so every comma is a separator.
  { actions: /^(user|threshold)\./, find: /(, )/g, say: (t) => t('audit.reason.separator') },
  { actions: /\.label$/, find: /(?<=^|; )(labels|note|add|remove):? /g, say: field(labelFields) },
]

/** Returns a recorded reason in the reader's language. Only text that the console wrote is translated. */
export const recordedText = createTranslator([...reasonRules, ...resultRules])
