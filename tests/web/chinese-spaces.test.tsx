import { render } from '@testing-library/react'
import { expect, test } from 'vitest'
import { loadSharedMessages, translator } from '#web/i18n/catalogue.ts'
import { LanguageProvider } from '#web/i18n/Language.tsx'
import { Message } from '#web/i18n/Message.tsx'

test('puts spaces into Chinese sentences only around numbers and Latin words', async () => {
  const t = translator('zh', await loadSharedMessages('zh'))
  const sentence = (agent: string, until: string) =>
    t('reserve.handover.person', { ext: '1015', agent, until }).split('。')[0]
  expect(sentence('高兴', '今天 18:00')).toMatch(/已为高兴预留至今天 18:00/)
  expect(sentence('Ada Lo', '12 月 3 日')).toMatch(/已为 Ada Lo 预留至 12 月 3 日/)
})

test('puts them around a link in a Chinese sentence by the words of the link', async () => {
  const initial = { language: 'zh', messages: await loadSharedMessages('zh') } as const
  const sentence = (name: string, time: string) =>
    render(
      <LanguageProvider initial={initial}>
        <Message id="requests.exists" values={{ by: <a href="/">{name}</a>, time: <time>{time}</time> }} />
      </LanguageProvider>,
    ).container.textContent
  expect(sentence('高兴', '今天 18:00')).toBe('高兴今天 18:00 提出。')
  expect(sentence('Ada Lo', '3 分钟前')).toBe('Ada Lo 3 分钟前提出。')
})
