import type { NotificationKind } from './notification-kinds.ts'
import type { UiLanguage } from './text.ts'

const names: Readonly<Record<UiLanguage, Readonly<Record<NotificationKind, string>>>> = {
  en: {
    'request-opened': 'Someone requests a change',
    'request-assigned': 'A request is assigned to me',
    'request-closed': 'My request is closed',
    'job-finished': 'My job is finished',
    'job-failed': 'My job has rows that failed',
    'job-paused': 'My job is paused',
    'passwords-expiring': 'Passwords are about to be deleted',
    'threshold-crossed': 'Too few free numbers',
    'runs-out': 'Numbers run out soon',
    'reservation-expiring': 'My reservation is about to expire',
    'reservation-expired': 'My reservation expired',
    'reservation-taken': 'My reserved number was assigned to someone else',
    'reservation-fulfilled': 'My reserved number is assigned',
    'colleague-appeared': 'My new colleague may have an account',
    'service-changed': 'The daily check found a change',
    'administrator-added': 'A new administrator',
    'second-factor-removed': 'A second factor was removed',
    'new-sign-in': 'A sign-in from a new place',
    'token-ending': 'An API token is about to end',
    'webhook-off': 'A webhook is turned off',
    'mail-failing': 'Emails fail',
  },
  zh: {
    'request-opened': '有人申请变更',
    'request-assigned': '有申请分配给我',
    'request-closed': '我的申请已关闭',
    'job-finished': '我的任务已完成',
    'job-failed': '我的任务有失败的行',
    'job-paused': '我的任务已暂停',
    'passwords-expiring': '密码即将删除',
    'threshold-crossed': '空闲号码过少',
    'runs-out': '号码即将用完',
    'reservation-expiring': '我的预留即将到期',
    'reservation-expired': '我的预留已到期',
    'reservation-taken': '我预留的号码被他人占用',
    'reservation-fulfilled': '我预留的号码已绑定',
    'colleague-appeared': '我预留号码的新同事可能已有账号',
    'service-changed': '每日检查发现变化',
    'administrator-added': '新增管理员',
    'second-factor-removed': '两步验证被移除',
    'new-sign-in': '从新的地点登录',
    'token-ending': 'API 令牌即将到期',
    'webhook-off': 'Webhook 已停用',
    'mail-failing': '邮件发送失败',
  },
}

/** Returns the name of a kind, for choosing what to be notified of. */
export const notificationName = (kind: NotificationKind, language: UiLanguage): string =>
  names[language][kind]
