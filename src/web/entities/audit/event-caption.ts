import { roleNames, type Role } from '#contract/access.ts'
import { auditActions, type AuditEvent } from '#contract/audit.ts'
import type { Translate } from '../../i18n/catalogue.ts'

type Event = Pick<AuditEvent, 'action' | 'values' | 'result'>

/** Returns the action, or a choice of several, in the reader's language, or unchanged when this version does not know it. */
export function actionText(t: Translate, action: string): string {
  if (action === 'passwords') return t('audit.action.passwords')
  const knownAction = auditActions.find((each) => each === action)
  return knownAction === undefined ? action : t(`audit.action.${knownAction}`)
}

const roleOf = (value: unknown): Role | undefined => roleNames.find((role) => role === value)

/** Says what happened, in the reader's language: "Invited as supervisor". The event's other columns say who, to whom, and how it ended. */
export function eventCaption(t: Translate, { action, values, result }: Event): string {
  const { role: roleValue, removed } = values
  const role = roleOf(roleValue)
  if (action === 'user.invite' && role !== undefined) return t(`audit.event.user.invite.${role}`)
  if (action === 'user.create' && role !== undefined) return t(`audit.event.user.create.${role}`)
  if (action === 'user.role' && typeof roleValue === 'object' && roleValue !== null) {
    const [before, after] = ['before', 'after'].map((side) => roleOf(Reflect.get(roleValue, side)))
    if (after !== undefined)
      return t('audit.event.user.role.from', {
        before: before === undefined ? t('audit.event.user.role.none') : t(`role.${before}`),
        role: t(`role.${after}`),
      })
  }
  if (action === 'extension.reveal' && result === 'limited') return t('audit.event.extension.reveal.refused')
  if (action === 'session.step-up' && result !== null && result !== 'done')
    return t('audit.event.session.step-up.refused')
  if (action === 'threshold.change' && removed === true) return t('audit.event.threshold.remove')
  return actionText(t, action)
}
