import { opaqueId } from '#contract/text.ts'
import { useT } from '../../../i18n/Language.tsx'
import { ReferencePicker } from './ReferencePicker.tsx'
import { BufferedInput } from '../../../ui/form/BufferedInput.tsx'
import type { IdleList } from './idle-state.ts'

const texts = ['companyId', 'operatorUserId', 'tempId'] as const

/**
 * The fields for the query parameters of operation 8, except the number. The specification does not define their
 * meaning, so the service applies them.
 */
export function IdleFilters({ list: { filters, restart } }: { list: IdleList }) {
  const t = useT()
  return (
    <>
      {texts.map((name) => (
        <BufferedInput
          key={name}
          label={t(`filter.${name}`)}
          value={filters[name]}
          schema={opaqueId}
          hint={t('filter.opaqueHint')}
          onCommit={(value) => restart({ [name]: value }, { replace: true })}
        />
      ))}
      <ReferencePicker
        list="languages"
        label={t('filter.language')}
        value={filters.language}
        onChange={(language) => restart({ language: language?.id })}
      />
      <ReferencePicker
        list="time-zones"
        label={t('filter.timezone')}
        value={filters.timezoneid}
        onChange={(zone) => restart({ timezone: zone?.name, timezoneid: zone?.id })}
      />
    </>
  )
}
