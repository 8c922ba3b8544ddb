import { Button } from '@mantine/core'
import { maxChecked } from '#contract/service-requests.ts'
import { useT } from '../../i18n/Language.tsx'
import { ErrorAlert } from '../../ui/feedback/ErrorAlert.tsx'
import { SelectionFoot } from '../../ui/table/SelectionFoot.tsx'
import { requestActions, useRequestActions, type Assignees } from './actions.tsx'
import { requestSelection } from './selection.ts'

/** The actions on the selected requests. `onPage`: ids of the open or sent requests on this page. */
export function RequestSelectionBar({
  onPage,
  assignees,
}: {
  onPage: readonly string[]
  assignees: Assignees
}) {
  const t = useT()
  const ids = [...requestSelection.use().keys]
  const { begin, running, error } = useRequestActions(assignees)
  return (
    <SelectionFoot summary={t('requests.chosen.count', { count: ids.length })}>
      {/* A phone does not show the list's header, which has a checkbox for this. */}
      <Button
        size="compact-sm"
        variant="subtle"
        hiddenFrom="xs"
        onClick={() => requestSelection.select(onPage, true)}
      >
        {t('requests.choose.page')}
      </Button>
      {requestActions.map((action) => {
        const isTooMany = action === 'check' && ids.length > maxChecked
        return (
          <Button
            key={action}
            size="compact-sm"
            loading={running[action] === true}
            disabled={isTooMany}
            title={isTooMany ? t('requests.check.most', { most: maxChecked }) : undefined}
            onClick={() => begin(action, ids)}
          >
            {t(`requests.${action}`)}
          </Button>
        )
      })}
      <Button size="compact-sm" variant="subtle" onClick={requestSelection.clear}>
        {t('requests.choose.none')}
      </Button>
      <ErrorAlert error={error} />
    </SelectionFoot>
  )
}
