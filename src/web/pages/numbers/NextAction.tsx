import { useSearchParams } from 'react-router-dom'
import type { NumberItem } from '#contract/numbers.ts'
import { isPatternOrRun } from '#contract/number-search.ts'
import { RequestButton } from '../../entities/request/RequestButton.tsx'
import { ChangeButton, useCanChange } from '../../entities/reservation/ChangeButton.tsx'
import { useReservation } from '../../entities/reservation/open-reservations.ts'
import { ReserveButton } from '../../entities/reservation/ReserveButton.tsx'
import { WithinLimit } from '../../entities/session/limit.tsx'
import { useT } from '../../i18n/Language.tsx'
import { paths } from '../../lib/paths.ts'
import { PageButton } from '../../ui/layout/PageLink.tsx'
import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { announce } from '../../ui/feedback/announce.ts'
import { useFailureToast, toast } from '../../ui/feedback/toast.ts'
import { freshMutation, isFailed } from './queries.ts'

/** Reads one number from the service again. */
function CheckAgain({ ext }: { ext: string }) {
  const t = useT()
  const onError = useFailureToast()
  // Not as options of `mutate`: those are dropped when the row leaves the list before the answer.
  const fresh = useMutation({
    ...freshMutation(),
    onSuccess: ([read]) => {
      const item = read?.item ?? null
      if (read !== undefined && isFailed(read))
        toast({ tone: 'failure', message: t('numbers.refresh.failed', { ext }) })
      else if (item !== null)
        announce(t('numbers.refresh.done', { ext, state: t(`numbers.state.${item.state}`) }))
    },
    onError,
  })
  const label = t('numbers.refresh.one', { ext })
  return (
    <Button
      size="compact-xs"
      variant="light"
      aria-label={label}
      loading={fresh.isPending}
      onClick={() => fresh.mutate({ numbers: [ext] })}
    >
      {t('numbers.checkAgain')}
    </Button>
  )
}

type Item = Pick<NumberItem, 'ext' | 'state' | 'agentDepartment'>

/** The one action that comes next for a number in this state, within the user's limit. */
export const NextAction = ({ item }: { item: Item }) => (
  <WithinLimit
    includes={({ includesNumber }) =>
      includesNumber({ ext: item.ext, isBound: item.state === 'bound', department: item.agentDepartment })
    }
  >
    <Action item={item} />
  </WithinLimit>
)

function Action({ item: { ext, state } }: { item: Item }) {
  const t = useT()
  const reservation = useReservation(ext)
  const canChange = useCanChange()
  const search = useSearchParams()[0].get('search') ?? ''
  if (state === 'free')
    return (
      <ReserveButton
        start={{ ext, search: isPatternOrRun(search) ? search : undefined }}
        size="compact-xs"
        variant="light"
      >
        {t('numbers.reserve')}
      </ReserveButton>
    )
  if (state === 'reserved')
    return reservation !== undefined && canChange(reservation) ? (
      <ChangeButton reservation={reservation} size="compact-xs" variant="light" />
    ) : (
      <PageButton to={paths.reservations({ ext })} size="compact-xs" variant="light">
        {t('numbers.reservation')}
      </PageButton>
    )
  if (state === 'bound') return <RequestButton numbers={() => [ext]} size="compact-xs" variant="light" />
  return <CheckAgain ext={ext} />
}
