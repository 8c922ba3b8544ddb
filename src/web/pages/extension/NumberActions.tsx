import type { ExtensionWithPeople } from '#contract/extensions.ts'
import type { NumberState } from '#contract/number-states.ts'
import type { Reservation } from '#contract/reservations.ts'
import { requestKinds } from '#contract/service-requests.ts'
import { RequestButton } from '../../entities/request/RequestButton.tsx'
import { LeaveButton } from '../../entities/request/LeaveButton.tsx'
import { ChangeButton, useCanChange } from '../../entities/reservation/ChangeButton.tsx'
import { ReserveButton } from '../../entities/reservation/ReserveButton.tsx'
import { reservedFor } from '../../entities/reservation/reserved-for.ts'
import { useT } from '../../i18n/Language.tsx'

interface NumberActionsProps {
  detail: ExtensionWithPeople
  state: NumberState
  reservation: Reservation | undefined
}

/** What can be requested for a number that no agent has. */
const ofUnbound = requestKinds.filter((kind) => kind !== 'unbind' && kind !== 'swap')

/** What can be done with the number in its state: the next step first, then the rest. */
export function NumberActions({ detail: { extension, holder }, state, reservation }: NumberActionsProps) {
  const t = useT()
  const canChange = useCanChange()
  const { ext, bindStatus } = extension
  const isFree = state === 'free' || (state === 'unknown' && bindStatus === 0 && reservation === undefined)
  const { agentUuid = null, agentName = null } = reservation ?? {}
  const canAsk = agentUuid !== null || reservation?.personKind === 'resource'
  if (bindStatus === 1)
    return (
      <>
        <RequestButton numbers={() => [ext]} variant="filled" />
        {holder !== null && reservation?.keptBack === undefined && (
          <LeaveButton
            name={holder.agentName ?? holder.workNumber ?? holder.agentUuid}
            numbers={() => [ext]}
          />
        )}
      </>
    )
  if (state === 'reserved' && reservation !== undefined)
    return (
      <>
        {canAsk && (
          <RequestButton
            numbers={() => [ext]}
            kinds={['rebind']}
            {...(agentUuid === null
              ? { reason: t('reservations.mark', { agent: reservedFor(t, reservation) }) }
              : { agent: { agentUuid, agentName } })}
            label={t('detail.askBinding')}
            variant="filled"
          />
        )}
        {canChange(reservation) && (
          <ChangeButton reservation={reservation} variant={canAsk ? 'default' : 'filled'} />
        )}
        <RequestButton numbers={() => [ext]} kinds={ofUnbound} />
      </>
    )
  return (
    <>
      {isFree && <ReserveButton start={{ ext }}>{t('detail.reserve')}</ReserveButton>}
      <RequestButton numbers={() => [ext]} kinds={bindStatus === 0 ? ofUnbound : requestKinds} />
    </>
  )
}
