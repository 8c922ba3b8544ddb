import { createTransport } from 'nodemailer'
import type { Attempt } from '#contract/notification-channels.ts'
import { notificationPath, notificationSentence } from '#contract/notification-words.ts'
import type { NotificationEvent } from '#contract/notifications.ts'
import { patterns } from '#contract/page-patterns.ts'
import type { UiLanguage } from '#contract/text.ts'
import type { ZoneTimes } from '#contract/zone-time.ts'
import { authoritiesOf, type Network } from '#upstream/send.ts'
import type { MailServer } from './channels.ts'

const words = {
  en: {
    many: (count: number) => `${count} notifications`,
    test: 'Test mail',
    tested: 'The mail server of the Extension Console works.',
    choose: 'Choose what you are notified of:',
  },
  zh: {
    many: (count: number) => `${count} 条通知`,
    test: '测试邮件',
    tested: '分机控制台的邮件服务器工作正常。',
    choose: '选择接收哪些通知：',
  },
} as const

export interface MailText {
  subject: string
  text: string
}

interface MailReader {
  language: UiLanguage
  publicUrl: string
  times: ZoneTimes
}

/** Returns one mail for several events. Its links need a sign-in. */
export function mailOf(
  events: readonly NotificationEvent[],
  { language, publicUrl, times }: MailReader,
): MailText {
  const time = (at: number) => ` ${times.text(at).slice(0, 16)} (${times.zone})`.trimStart()
  const lines = events.map((event) => ({
    sentence: notificationSentence(event, language, time),
    link: publicUrl + notificationPath(event),
  }))
  const [first] = lines
  return {
    subject: lines.length === 1 && first !== undefined ? first.sentence : words[language].many(lines.length),
    text: [
      ...lines.flatMap(({ sentence, link }) => [sentence, link, '']),
      '--',
      words[language].choose,
      publicUrl + patterns.notificationPreferences,
      '',
    ].join('\n'),
  }
}

export const testMailOf = ({ language, publicUrl }: Omit<MailReader, 'times'>): MailText => ({
  subject: words[language].test,
  text: `${words[language].tested}\n${publicUrl}\n`,
})

/** The reply code of the mail server, and the kind of error: never its text, which may repeat what was sent. */
function failureOf(error: unknown): Attempt {
  const code: unknown = error instanceof Error ? Reflect.get(error, 'code') : undefined
  const status: unknown = error instanceof Error ? Reflect.get(error, 'responseCode') : undefined
  return {
    status: typeof status === 'number' ? status : null,
    failure: typeof code === 'string' ? code : 'EFAILED',
  }
}

/** Sends a mail within `deadlineMs`. */
export async function sendMail(
  server: MailServer,
  { to, id, subject, text }: MailText & { to: string; id: string },
  { deadlineMs, network }: { deadlineMs: number; network: Pick<Network, 'ca'> },
): Promise<Attempt> {
  if (server.user !== null && server.password === null) return { status: null, failure: 'ENOPASSWORD' }
  const transport = createTransport({
    host: server.host,
    port: server.port,
    secure: server.tls === 'tls',
    requireTLS: server.tls === 'starttls',
    ignoreTLS: server.tls === 'none',
    ...(server.user === null ? {} : { auth: { user: server.user, pass: server.password ?? '' } }),
    tls: authoritiesOf(network),
    connectionTimeout: deadlineMs,
    greetingTimeout: deadlineMs,
    socketTimeout: deadlineMs,
    dnsTimeout: deadlineMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  try {
    await transport.sendMail({
      from: server.sender,
      to: { name: '', address: to },
      subject,
      text,
      // The same for each attempt, so that a mail that arrived twice shows once.
      messageId: `<${id}@extension-console.invalid>`,
      headers: { 'Auto-Submitted': 'auto-generated' },
    })
    return { status: null, failure: null }
  } catch (error) {
    return failureOf(error)
  } finally {
    transport.close()
  }
}
