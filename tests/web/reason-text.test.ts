import { expect, test } from 'vitest'
import { loadSharedMessages, translator, type MessageKey } from '#web/i18n/catalogue.ts'
import { reasonText } from '#web/entities/request/reason-text.ts'

const say = {
  en: translator('en', await loadSharedMessages('en')),
  zh: translator('zh', await loadSharedMessages('zh')),
}
const keys: readonly MessageKey[] = [
  'leave.reason.usual',
  'reservations.mark',
  'person.remove.reason.person',
  'person.remove.reason.resource',
]

test.each(['何丽', 'Ada Lo'])(
  'shows the reasons that the console fills in, in the reader’s language: %s',
  (agent) => {
    for (const key of keys) {
      const [en, zh] = [say.en(key, { agent }), say.zh(key, { agent })]
      for (const stored of [en, zh]) {
        expect(reasonText(say.en, stored)).toBe(en)
        expect(reasonText(say.zh, stored)).toBe(zh)
      }
    }
  },
)

test('leaves a typed reason as it is', () => {
  expect(reasonText(say.zh, 'moves to the second floor')).toBe('moves to the second floor')
  expect(reasonText(say.en, '换座位')).toBe('换座位')
})
