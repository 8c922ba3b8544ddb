import { roleNames } from '#contract/access.ts'
import type { Person } from '#contract/people.ts'
import type { AuditEvent } from '#contract/audit.ts'
import type { UiLanguage } from '#contract/text.ts'
import type { Translate } from '../../i18n/catalogue.ts'
import { eventCaption } from '../../entities/audit/event-caption.ts'
import { eventDetails } from '../../entities/audit/event-details.ts'
import type { Meaning } from '../../ui/text/meaning.ts'
import { objectText, resultText } from '../../entities/audit/audit-text.ts'
import { objectNameOf, personNameOf } from '../../entities/audit/named-people.ts'

export interface EventWords {
  action: string
  object: string
  /** Null for an event without an outcome of its own. */
  result: { text: string; meaning: Meaning } | null
  details: string | null
  role: string | null
}

/** Returns an event in the reader's language, as the page and its export show it. `people` are the directory's records. */
export function wordsOf(
  t: Translate,
  language: UiLanguage,
  people: readonly Person[],
  event: AuditEvent,
): EventWords {
  const { action, object, phase, result, role } = event
  const knownRole = roleNames.find((each) => each === role)
  return {
    action: eventCaption(t, event),
    object: objectNameOf(people, event) ?? objectText(t, action, object),
    result:
      phase === 'intent'
        ? { text: t('audit.noOutcome'), meaning: 'inDoubt' }
        : result === null
          ? null
          : resultText(t, action, result),
    details: eventDetails(t, language, event, (id) => personNameOf(people, id)),
    role: knownRole === undefined ? role : t(`role.${knownRole}`),
  }
}
