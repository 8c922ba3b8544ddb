import { expect, test } from 'vitest'
import { loadSharedMessages, translator } from '#web/i18n/catalogue.ts'

test('puts spaces into Chinese sentences only around numbers and Latin words', async () => {
  const t = translator('zh', await loadSharedMessages('zh'))
  const sentence = (agent: string, until: string) =>
    t('reserve.handover.text', { ext: '1015', agent, until }).split('。')[0]
  expect(sentence('高兴', '今天 18:00')).toMatch(/已为高兴预留至今天 18:00/)
  expect(sentence('Ada Lo', '12 月 3 日')).toMatch(/已为 Ada Lo 预留至 12 月 3 日/)
})
