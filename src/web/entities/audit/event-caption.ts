import { roleNames, type Role } from '#contract/access.ts'
import { auditActions, type AuditAction, type AuditEvent } from '#contract/audit.ts'
import { requestChanges } from '#contract/service-requests.ts'
import type { Translate } from '../../i18n/catalogue.ts'

type Event = Pick<AuditEvent, 'action' | 'actorId' | 'reason' | 'result'>

/** Returns the action in the reader's language, or unchanged when this version does not know it. */
export function actionText(t: Translate, action: string): string {
  const known = auditActions.find((each) => each === action)
  return known === undefined ? action : t(`audit.action.${known}`)
}

/** The names of changes that earlier versions recorded as `user.change` with these reasons. */
const formerUserChanges: Readonly<Record<string, AuditAction>> = {
  'backup codes renewed': 'account.renew-backup-codes',
  disabled: 'user.disable',
  enabled: 'user.enable',
  'name changed': 'account.rename',
  'own other sessions ended': 'account.end-other-sessions',
  'own password changed': 'account.change-password',
  'own session ended': 'account.end-session',
  'password reset': 'user.reset-password',
  'reset-password': 'user.reset-password',
  'second factor begun': 'account.begin-second-factor',
  'second factor off': 'account.off-second-factor',
  'second factor on': 'account.on-second-factor',
  'second factor removed': 'user.remove-second-factor',
  'sessions ended': 'user.end-sessions',
  unlocked: 'user.unlock',
}
const formerRoleChanges: Readonly<Record<string, AuditAction>> = {
  'invited as': 'user.invite',
  'create-user': 'user.create',
  role: 'user.role',
}
const formerEnds: Readonly<Record<string, AuditAction>> = {
  bound: 'reservation.fulfill',
  taken: 'reservation.lose',
  expired: 'reservation.expire',
}
const requestActions = {
  sent: 'request.send',
  done: 'request.finish',
  withdrawn: 'request.withdraw',
} as const satisfies Record<(typeof requestChanges)[number], AuditAction>

/** Returns an event as today's version would record it: earlier ones hid in `reason` or `result` what happened. */
export function currentEvent<Recorded extends Event>(event: Recorded): Recorded {
  const { action, reason, result } = event
  const [, change = '', role = ''] = /^(invited as|create-user|role) (\w+)$/.exec(reason ?? '') ?? []
  const named = formerUserChanges[reason ?? '']
  if (action === 'user.change' && change !== '')
    return { ...event, action: formerRoleChanges[change] ?? action, reason: role }
  if (action === 'user.change' && named !== undefined) return { ...event, action: named, reason: null }
  const [, kind = '', state = '', note] = /^([\w-]+), (\w+)(?:, ([\s\S]*))?$/.exec(reason ?? '') ?? []
  const requested = requestChanges.find((each) => each === state)
  if (action === 'request.change' && requested !== undefined)
    return {
      ...event,
      action: requestActions[requested],
      reason: note === undefined ? kind : `${kind}: ${note}`,
    }
  const end = formerEnds[result ?? '']
  if (action === 'reservation.settle' && end !== undefined) return { ...event, action: end, result: 'done' }
  if (action === 'session.refused' && result === 'code-needed')
    return { ...event, action: 'session.ask-code', result: 'done' }
  return event
}

const roleOf = (text: string | undefined): Role | undefined => roleNames.find((each) => each === text)

/** Says what happened, in the reader's language: "Invited as supervisor". The event's other columns say who, to whom, and how it ended. */
export function eventCaption(t: Translate, recorded: Event): string {
  const { action, actorId, reason, result } = currentEvent(recorded)
  // The change of a limit follows a change of role after `; `.
  const [before, after = before] = ((reason ?? '').split('; ')[0] ?? '').split(' → ')
  const role = roleOf(after)
  if (action === 'user.invite' && role !== undefined) return t(`audit.event.user.invite.${role}`)
  if (action === 'user.create' && role !== undefined) return t(`audit.event.user.create.${role}`)
  if (action === 'user.role' && role !== undefined) {
    const old = roleOf(before)
    if (before === after) return t('audit.event.user.role', { role: t(`role.${role}`) })
    return t('audit.event.user.role.from', {
      before: old === undefined ? t('audit.event.user.role.none') : t(`role.${old}`),
      role: t(`role.${role}`),
    })
  }
  if (action === 'audit.begin' && actorId === 'command-line') return t('audit.event.audit.begin.command')
  if (action === 'audit.begin' && reason !== null) return t('audit.event.audit.begin.again')
  if (action === 'session.step-up' && result !== null && result !== 'done')
    return t('audit.event.session.step-up.refused')
  if (action === 'threshold.change' && reason === 'none') return t('audit.event.threshold.remove')
  return actionText(t, action)
}
