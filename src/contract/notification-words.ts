import type { NotificationKind } from './notification-kinds.ts'
import type { EventOf, NotificationEvent } from './notifications.ts'
import { patterns } from './page-patterns.ts'
import type { RequestKind } from './service-requests.ts'
import type { UiLanguage } from './text.ts'

/** Writes a time, epoch milliseconds, as seen by the reader. */
type TimeText = (epochMs: number) => string

type Words = {
  readonly [Kind in NotificationKind]: {
    readonly sentence: (event: Events[Kind], time: TimeText) => string
  }
}

/** `swapWith`: the other number of a swap. */
interface Requested {
  what: RequestKind
  count: number
  ext: string
  swapWith?: string | undefined
}

const figure = (count: number): string => count.toLocaleString('en')
const plural = (count: number, noun: string): string => `${figure(count)} ${noun}${count === 1 ? '' : 's'}`

const english = {
  passwords: (until: number | null, time: TimeText): string =>
    until === null ? '' : ` Fetch the passwords before ${time(until)}.`,
  request: ({ what: kind, count, ext, swapWith }: Requested): string => {
    const numbers = count === 1 ? ext : plural(count, 'number')
    return {
      unbind: `unbind ${numbers}`,
      rebind: `bind ${numbers} to another agent`,
      swap: count === 1 ? `swap ${ext} and ${swapWith ?? ''}` : `swap ${plural(count, 'pair')} of numbers`,
      delete: `delete ${numbers}`,
      'new-password': `set a new password for ${numbers}`,
    }[kind]
  },
  scope: ({ scope, pool }: { scope: string; pool: string | null }): string =>
    pool === null ? (scope === '' ? 'All numbers' : `Numbers that begin with ${scope}`) : `Pool ${pool}`,
  for: (person: string | null): string => (person === null ? '' : ` for ${person}`),
}
const en: Words = {
  'request-opened': {
    sentence: (event) => `${event.by} requested to ${english.request(event)}.`,
  },
  'request-assigned': {
    sentence: (event) => `${event.by} assigned you the request to ${english.request(event)}.`,
  },
  'request-closed': {
    sentence: (event) =>
      event.by === null
        ? `The phone platform shows the change that you requested: ${english.request(event)}.`
        : `${event.by} ${event.withdrawn ? 'withdrew' : 'marked as done'} your request to ${english.request(event)}.`,
  },
  'job-finished': {
    sentence: ({ name, done, total, passwordsUntil }, time) =>
      `Job ${name} is finished: ${done} of ${plural(total, 'number')} created.` +
      english.passwords(passwordsUntil, time),
  },
  'job-failed': {
    sentence: ({ name, failed, needsReview, total, passwordsUntil }, time) =>
      `Job ${name} ended with rows that wait for you: ${failed} failed, ${needsReview} to review, of ${total}.` +
      english.passwords(passwordsUntil, time),
  },
  'job-paused': {
    sentence: ({ name }) => `Job ${name} is paused: the phone platform would refuse every row.`,
  },
  'passwords-expiring': {
    sentence: ({ name, count, until }, time) =>
      `${plural(count, 'password')} of job ${name} will be deleted ${time(until)}.`,
  },
  'threshold-crossed': {
    sentence: (event) =>
      `${english.scope(event)}: ${figure(event.free)} free, fewer than the threshold of ${figure(event.leastFree)}.`,
  },
  'runs-out': {
    sentence: (event, time) =>
      event.free === 0
        ? `${english.scope(event)}: no number is free.`
        : `${english.scope(event)}: the last ${figure(event.free)} free will be used up ${time(event.until)}.`,
  },
  'reservation-expiring': {
    sentence: ({ count, ext, agent, until }, time) =>
      count === 1
        ? `Your reservation of ${ext}${english.for(agent)} expires ${time(until)}.`
        : `${count} of your reservations expire soon, the last ${time(until)}.`,
  },
  'reservation-expired': {
    sentence: ({ count, ext, agent }) =>
      count === 1
        ? `Your reservation of ${ext}${english.for(agent)} expired.`
        : `${count} of your reservations expired.`,
  },
  'reservation-taken': {
    sentence: ({ count, ext, agent, holder }) =>
      count === 1
        ? `${ext}, which you reserved${english.for(agent)}, was assigned to ${holder ?? 'another agent'}.`
        : `${count} numbers that you reserved were assigned to other agents.`,
  },
  'reservation-fulfilled': {
    sentence: ({ count, ext, agent, holder }) =>
      count === 1
        ? holder === null
          ? `${ext} is now assigned to ${agent ?? 'the agent whom you reserved it for'}.`
          : `${ext}, which you reserved${english.for(agent)}, is now assigned to ${holder}.`
        : `${count} numbers that you reserved are now assigned.`,
  },
  'colleague-appeared': {
    sentence: ({ ext, agent, account, number }) =>
      `${agent ?? 'Your new colleague'} may have an account now: ${account}${number === null ? '' : `, with ${number}`}. ` +
      `Confirm in My team whether this is the same person: ${ext} is reserved for them.`,
  },
  'service-changed': {
    sentence: ({ failed, changed }) =>
      `The daily check of the service found ${plural(changed, 'change')}; ${plural(failed, 'step')} failed.`,
  },
  'administrator-added': {
    sentence: ({ name, by }) => `${by} made ${name} an administrator.`,
  },
  'second-factor-removed': {
    sentence: ({ name, by }) =>
      by === name ? `${name} turned off the second factor.` : `${by} removed the second factor of ${name}.`,
  },
  'new-sign-in': {
    sentence: ({ address }) =>
      `Your account was used to sign in from a new address, ${address}. If this wasn't you, change your password.`,
  },
  'token-ending': {
    sentence: ({ name, owner, until }, time) =>
      `The ${owner === null ? 'service token' : `API token of ${owner}:`} ${name} ends ${time(until)}. Create a new one before its scripts stop.`,
  },
  'webhook-off': {
    sentence: ({ url }) => `The webhook to ${url} is off after a day of failures.`,
  },
  'mail-failing': {
    sentence: ({ recipient, since }, time) =>
      recipient === null
        ? `The mail server has accepted no email since ${time(since)}.`
        : `Emails to ${recipient} have been refused since ${time(since)}.`,
  },
}

const chinese = {
  passwords: (until: number | null, time: TimeText): string =>
    until === null ? '' : `请在${time(until)} 前领取密码。`,
  request: ({ what: kind, count, ext, swapWith }: Requested): string => {
    // A number takes a space on both sides.
    const numbers = count === 1 ? ` ${ext} ` : ` ${count} 个号码`
    return {
      unbind: `解绑${numbers}`.trimEnd(),
      rebind: `将${numbers}改绑到其他坐席`,
      swap: count === 1 ? `互换 ${ext} 和 ${swapWith ?? ''}` : `互换 ${count} 对号码`,
      delete: `删除${numbers}`.trimEnd(),
      'new-password': `更换${numbers}的密码`,
    }[kind]
  },
  scope: ({ scope, pool }: { scope: string; pool: string | null }): string =>
    pool === null ? (scope === '' ? '全部号码' : `以 ${scope} 开头的号码`) : `号码池“${pool}”`,
  for: (person: string | null): string => (person === null ? '' : `为${person}`),
}
const zh: Words = {
  'request-opened': {
    sentence: (event) => `${event.by}申请${chinese.request(event)}。`,
  },
  'request-assigned': {
    sentence: (event) => `${event.by}将申请分配给您：${chinese.request(event)}。`,
  },
  'request-closed': {
    sentence: (event) =>
      event.by === null
        ? `电话平台已显示您申请的变更：${chinese.request(event)}。`
        : `${event.by}${event.withdrawn ? '撤回了' : '已完成'}您的申请：${chinese.request(event)}。`,
  },
  'job-finished': {
    sentence: ({ name, done, total, passwordsUntil }, time) =>
      `任务“${name}”已完成：共 ${total} 个号码，已创建 ${done} 个。` +
      chinese.passwords(passwordsUntil, time),
  },
  'job-failed': {
    sentence: ({ name, failed, needsReview, total, passwordsUntil }, time) =>
      `任务“${name}”已结束，有待您处理的行：共 ${total} 行，失败 ${failed} 行，待核查 ${needsReview} 行。` +
      chinese.passwords(passwordsUntil, time),
  },
  'job-paused': {
    sentence: ({ name }) => `任务“${name}”已暂停：电话平台会拒绝每一行。`,
  },
  'passwords-expiring': {
    sentence: ({ name, count, until }, time) => `任务“${name}”的 ${count} 个密码将于 ${time(until)} 删除。`,
  },
  'threshold-crossed': {
    sentence: (event) =>
      `${chinese.scope(event)}：空闲 ${figure(event.free)} 个，低于阈值 ${figure(event.leastFree)} 个。`,
  },
  'runs-out': {
    sentence: (event, time) =>
      event.free === 0
        ? `${chinese.scope(event)}：已没有空闲号码。`
        : `${chinese.scope(event)}：剩余 ${figure(event.free)} 个空闲号码预计 ${time(event.until)} 用完。`,
  },
  'reservation-expiring': {
    sentence: ({ count, ext, agent, until }, time) =>
      count === 1
        ? `您${chinese.for(agent)}预留的 ${ext} 将于 ${time(until)} 到期。`
        : `您的 ${count} 个预留即将到期，最晚 ${time(until)}。`,
  },
  'reservation-expired': {
    sentence: ({ count, ext, agent }) =>
      count === 1 ? `您${chinese.for(agent)}预留的 ${ext} 已到期。` : `您的 ${count} 个预留已到期。`,
  },
  'reservation-taken': {
    sentence: ({ count, ext, agent, holder }) =>
      count === 1
        ? `您${chinese.for(agent)}预留的 ${ext} 已绑定给${holder ?? '其他坐席'}。`
        : `您预留的 ${count} 个号码已绑定给其他坐席。`,
  },
  'reservation-fulfilled': {
    sentence: ({ count, ext, agent, holder }) =>
      count === 1
        ? holder === null
          ? `${ext} 已绑定给${agent ?? '您预留的坐席'}。`
          : `您${chinese.for(agent)}预留的 ${ext} 已绑定给${holder}。`
        : `您预留的 ${count} 个号码已绑定。`,
  },
  'colleague-appeared': {
    sentence: ({ ext, agent, account, number }) =>
      `${agent ?? '您的新同事'}可能已有账号：${account}${number === null ? '' : `，号码 ${number}`}。请确认是否同一人：已为其预留 ${ext}。`,
  },
  'service-changed': {
    sentence: ({ failed, changed }) => `服务的每日检查发现 ${changed} 项变化，${failed} 个步骤失败。`,
  },
  'administrator-added': {
    sentence: ({ name, by }) => `${by} 已将 ${name} 设为管理员。`,
  },
  'second-factor-removed': {
    sentence: ({ name, by }) =>
      by === name ? `${name} 关闭了两步验证。` : `${by} 移除了 ${name} 的两步验证。`,
  },
  'new-sign-in': {
    sentence: ({ address }) => `您的账号从新的地址 ${address} 登录。如果不是您本人，请更换密码。`,
  },
  'token-ending': {
    sentence: ({ name, owner, until }, time) =>
      `${owner === null ? '服务令牌' : `${owner} 的 API 令牌`} ${name} 将于${time(until)} 到期。请在使用它的脚本停止之前新建令牌。`,
  },
  'webhook-off': {
    sentence: ({ url }) => `到 ${url} 的 Webhook 连续失败一天，已停用。`,
  },
  'mail-failing': {
    sentence: ({ recipient, since }, time) =>
      recipient === null
        ? `自 ${time(since)} 起，邮件服务器未接受任何邮件。`
        : `自 ${time(since)} 起，发给${recipient}的邮件被拒收。`,
  },
}
const words: Readonly<Record<UiLanguage, Words>> = { en, zh }

type Events = { [Kind in NotificationKind]: EventOf<Kind> }

/** Returns an event as a sentence in the reader's language. */
export const notificationSentence = <Kind extends NotificationKind>(
  event: Events[Kind] & { kind: Kind },
  language: UiLanguage,
  time: TimeText,
): string => words[language][event.kind].sentence(event, time)

const withQuery = (path: string, query: Record<string, string>) =>
  `${path}?${new URLSearchParams(query).toString()}`
const extension = (ext: string) => `/extensions/${encodeURIComponent(ext)}`

/** Returns the path and query of the page where the event is seen. */
export function notificationPath(event: NotificationEvent): string {
  switch (event.kind) {
    case 'request-opened':
    case 'request-assigned':
      return withQuery(patterns.requests, event.count === 1 ? { ext: event.ext } : { state: 'pending' })
    case 'request-closed':
      return withQuery(patterns.requests, event.count === 1 ? { ext: event.ext } : { kind: event.what })
    case 'job-finished':
    case 'job-failed':
    case 'job-paused':
    case 'passwords-expiring':
      return `/jobs/${encodeURIComponent(event.jobId)}`
    case 'threshold-crossed':
    case 'runs-out':
      return event.scope === '' ? patterns.overview : withQuery(patterns.overview, { scope: event.scope })
    case 'reservation-expiring':
      return event.count === 1
        ? extension(event.ext)
        : withQuery(patterns.reservations, { state: 'reserved' })
    case 'reservation-expired':
      return event.count === 1 ? extension(event.ext) : withQuery(patterns.reservations, { state: 'expired' })
    case 'reservation-taken':
      return event.count === 1 ? extension(event.ext) : withQuery(patterns.reservations, { state: 'taken' })
    case 'reservation-fulfilled':
      return event.count === 1 ? extension(event.ext) : withQuery(patterns.reservations, { state: 'bound' })
    case 'colleague-appeared':
      return patterns.team
    case 'service-changed':
      return patterns.service
    case 'administrator-added':
      return withQuery(patterns.users, { q: event.name })
    case 'second-factor-removed':
    case 'new-sign-in':
      return patterns.account
    case 'token-ending':
      return patterns.api
    case 'webhook-off':
    case 'mail-failing':
      return patterns.notificationSettings
  }
}
