import { reasonText } from '../../entities/request/reason-text.ts'
import type { ServiceRequest } from '#contract/service-requests.ts'
import type { UiLanguage } from '#contract/text.ts'
import type { Translate } from '../../i18n/catalogue.ts'
import { calendarDateText } from '../../ui/text/time-text.ts'

function lineOf(t: Translate, { ext, swapWith, boundTo, rebindTo }: ServiceRequest): string {
  const text = ({ agentUuid, agentName: name, workNumber }: NonNullable<ServiceRequest['boundTo']>) => {
    const id =
      workNumber === null
        ? t('requests.message.agent.uuid', { uuid: agentUuid })
        : t('requests.message.agent.work', { number: workNumber })
    return name === null ? id : t('requests.message.agent', { name, id })
  }
  if (swapWith !== null && boundTo !== null && rebindTo !== null)
    return t('requests.message.swapped', {
      ext,
      other: swapWith,
      holder: text(boundTo),
      agent: text(rebindTo),
    })
  if (boundTo === null && rebindTo === null) return t('requests.message.number', { ext })
  if (rebindTo === null)
    return t('requests.message.holder', { ext, agent: boundTo === null ? '' : text(boundTo) })
  if (boundTo === null) return t('requests.message.to', { ext, agent: text(rebindTo) })
  return t('requests.message.to.holder', { ext, holder: text(boundTo), agent: text(rebindTo) })
}

/**
 * Writes requests as plain text for the people who manage the phone platform. Requests of one change, reason, due date and
 * requester share a paragraph.
 */
export function requestMessage(
  t: Translate,
  language: UiLanguage,
  requests: readonly ServiceRequest[],
): string {
  const groups = Map.groupBy(requests, ({ kind, reason, dueOn, by }) =>
    JSON.stringify([kind, reason, dueOn, by.id]),
  )
  return [...groups.values()]
    .flatMap((group) => {
      const [first] = group
      if (first === undefined) return []
      const { kind, reason, dueOn, by } = first
      const facts: [label: string, value: string][] = [
        [t('caption.reason'), reasonText(t, reason)],
        ...(dueOn === null
          ? []
          : [[t('requests.due'), calendarDateText(dueOn, language)] satisfies [string, string]]),
        [t('requests.by'), by.name],
      ]
      return [
        [
          t(`requests.message.${kind}`),
          ...group.map((request) => `- ${lineOf(t, request)}`),
          ...facts.map(([label, value]) => t('label.value', { label, value })),
        ].join('\n'),
      ]
    })
    .join('\n\n')
}
