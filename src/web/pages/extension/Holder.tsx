import type { ExtensionWithPeople } from '#contract/extensions.ts'
import type { Reservation } from '#contract/reservations.ts'
import { useT } from '../../i18n/Language.tsx'
import { Message } from '../../i18n/Message.tsx'
import { leftBy, reservedFor } from '../../entities/reservation/reserved-for.ts'
import { paths } from '../../lib/paths.ts'
import { Time } from '../../ui/text/Time.tsx'
import { PageLink } from '../../ui/layout/PageLink.tsx'

interface HolderProps {
  detail: ExtensionWithPeople
  reservation: Reservation | undefined
}

/** The summary line: whom the number is bound to since when, or for whom it is reserved until when. */
export function Holder({ detail: { extension, holder, outside, state }, reservation }: HolderProps) {
  const t = useT()
  if (extension.bindStatus === 1 && holder !== null) {
    const { agentUuid, agentName, workNumber, department } = holder
    const hints = [
      workNumber === null ? null : t('agent.hint.workNumber', { workNumber }),
      department,
    ].filter((hint) => hint !== null)
    return (
      <>
        <PageLink to={paths.agent(agentUuid)} fw={600}>
          {agentName ?? t('history.agent.none')}
        </PageLink>
        {hints.map((hint) => ` · ${hint}`)}
        {extension.bindTime !== null && extension.bindTime !== 0 && (
          <>
            {' · '}
            <Message
              of="detail.boundSince"
              values={{ time: <Time value={extension.bindTime} words="moment" /> }}
            />
          </>
        )}
      </>
    )
  }
  if (outside === true) return t('detail.holder.outside')
  // The record can be clear although the console has not seen whether the idle list has the number.
  if (reservation === undefined)
    return t(
      state === 'unknown' && extension.bindStatus === 0 ? 'detail.holder.reserved' : `detail.holder.${state}`,
    )
  const left = leftBy(reservation)
  const until = <Time value={reservation.expiresAt} words="moment" />
  return left === null ? (
    <Message
      of="detail.reservedUntil"
      values={{ agent: reservedFor(t, reservation), by: reservation.by.name, time: until }}
    />
  ) : (
    <Message of="detail.keptUntil" values={{ agent: left || t('limit.outside'), time: until }} />
  )
}
