import { opaqueId } from '#contract/text.ts'
import { useLanguage } from '../../../i18n/Language.tsx'
import { useQuery } from '@tanstack/react-query'
import { languagesQuery, timeZonesQuery } from '../../../entities/reference/reference-queries.ts'
import { ReferencePicker } from './ReferencePicker.tsx'
import { BufferedInput } from '../../../ui/form/BufferedInput.tsx'
import type { IdleList } from './idle-state.ts'

const texts = ['companyId', 'operatorUserId', 'tempId'] as const

/**
 * The fields for the query parameters of operation 8, except the number. The specification does not define their
 * meaning, so the service applies them.
 */
export function IdleFilters({ list: { filters, restart } }: { list: IdleList }) {
  const { t, language } = useLanguage()
  const other = language === 'zh' ? 'en' : 'zh'
  const languages = useQuery(languagesQuery(language))
  const languagesInOther = useQuery(languagesQuery(other))
  const zones = useQuery(timeZonesQuery(language))
  const zonesInOther = useQuery(timeZonesQuery(other))
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
        label={t('filter.language')}
        value={filters.language}
        onChange={(item) => restart({ language: item?.languageCode })}
        here={languages}
        other={languagesInOther}
        idOf={({ languageCode }) => languageCode}
        nameOf={({ languageValue }) => languageValue}
      />
      <ReferencePicker
        label={t('filter.timezone')}
        value={filters.timezoneid}
        onChange={(zone) => restart({ timezone: zone?.timezoneValue, timezoneid: zone?.timezoneid })}
        here={zones}
        other={zonesInOther}
        idOf={({ timezoneid }) => timezoneid}
        nameOf={({ timezoneValue }) => timezoneValue}
      />
    </>
  )
}
