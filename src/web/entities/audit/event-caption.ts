import { roleNames, type Role } from '#contract/access.ts'
import { auditActions, type AuditEvent } from '#contract/audit.ts'
import type { Translate } from '../../i18n/catalogue.ts'

type Event = Pick<AuditEvent, 'action' | 'actorId' | 'reason' | 'result'>

/** Returns the action in the reader's language, or unchanged when this version does not know it. */
export function actionText(t: Translate, action: string): string {
  const known = auditActions.find((each) => each === action)
  return known === undefined ? action : t(`audit.action.${known}`)
}

const roleOf = (text: string | undefined): Role | undefined => roleNames.find((each) => each === text)

/** Says what happened, in the reader's language: "Invited as supervisor". The event's other columns say who, to whom, and how it ended. */
export function eventCaption(t: Translate, { action, actorId, reason, result }: Event): string {
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
  if (action === 'extension.reveal' && result === 'limited') return t('audit.event.extension.reveal.refused')
  if (action === 'session.step-up' && result !== null && result !== 'done')
    return t('audit.event.session.step-up.refused')
  if (action === 'threshold.change' && reason === 'none') return t('audit.event.threshold.remove')
  return actionText(t, action)
}
