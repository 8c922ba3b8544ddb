import { useQuery } from '@tanstack/react-query'
import { agentUuid } from '#contract/text.ts'
import { useT } from '../../i18n/Language.tsx'
import { typedExt } from '../../lib/typed.ts'
import { optionalParam } from '../../lib/url-state.ts'
import { textFilter, type Filter } from '../../ui/table/filters.tsx'
import { wrongNumberText } from '../extension/wrong-number.ts'
import { PersonPicker } from './PersonPicker.tsx'
import { personQuery } from './queries.ts'

/** A list's filter by one extension. */
export const numberFilter = textFilter({
  caption: 'field.ext',
  schema: typedExt,
  hint: (t, input) => wrongNumberText(t, input, t('detail.wrongNumber')),
  inputMode: 'numeric',
})

/** A list's filter by a person; with `newColleagues`, also by a new colleague. The chip has the name, also when no row shows it. */
export const personFilter = ({ newColleagues = false } = {}) =>
  ({
    caption: 'person.title',
    schema: optionalParam(agentUuid),
    Control: ({ label, value, set }) => {
      const t = useT()
      return (
        <PersonPicker
          {...{ label, newColleagues }}
          placeholder={t('picker.any')}
          value={value}
          onChange={(id) => set(id)}
        />
      )
    },
    useText: (value) => {
      const t = useT()
      const { data, isPending } = useQuery(personQuery(value))
      if (isPending) return '…'
      return data?.name ?? data?.workNumber ?? t('history.agent.none')
    },
  }) satisfies Filter<string>
