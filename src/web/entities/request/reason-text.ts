import type { Translate } from '../../i18n/catalogue.ts'

/** The reasons that the console fills in, as each language words them. They are stored as text, in the language of who sent them. */
const usual = [
  { key: 'leave.reason.usual', forms: [/^(.+) leaves$/, /^(.+?) ?离职$/u] },
  { key: 'reservations.mark', forms: [/^Reserved for (.+)$/, /^已为 ?(.+?) ?预留$/u] },
  { key: 'users.work.reason', forms: [/^User disabled: (.+)$/, /^用户已停用：(.+)$/u] },
  { key: 'person.remove.reason.person', forms: [/^(.+) doesn't come$/, /^(.+?) ?不入职$/u] },
  { key: 'person.remove.reason.resource', forms: [/^(.+) isn't needed$/, /^不需要 ?(.+?)$/u] },
  { key: 'requests.swap.reason', forms: [/^(Two agents swap their numbers)$/, /^(两位坐席互换号码)$/u] },
] as const

/** Returns a reason in the reader's language if the console filled it in, else as it was typed. */
export function reasonText(t: Translate, reason: string): string {
  for (const { key, forms } of usual)
    for (const form of forms) {
      const name = form.exec(reason)?.[1]
      if (name !== undefined) return t(key, { agent: name, name })
    }
  return reason
}
