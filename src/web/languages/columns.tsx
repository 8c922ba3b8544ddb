import { Badge } from '@mantine/core'
import type { ExtensionLanguageRow, LanguageStanding } from '#contract/extension-languages.ts'
import { NumberLink } from '../extensions/NumberLink.tsx'
import type { Translate } from '../i18n/catalogue.ts'
import type { Column } from '../ui/DataTable.tsx'
import { Nothing } from '../ui/RawInteger.tsx'
import { Time } from '../ui/Time.tsx'

const colors = {
  none: 'red',
  unknown: 'red',
  'code-differs': 'orange',
  'record-differs': 'orange',
  codec: 'gray',
  language: 'teal',
} as const satisfies Record<LanguageStanding, string>

const text = (value: string | null) => (value === null ? <Nothing /> : <span title={value}>{value}</span>)

/** Both fields of an answer or a record. */
const both = (langCodeTxt: string | null, langCode: string | null) => (
  <>
    {text(langCodeTxt)} {langCode !== null && <code>{langCode}</code>}
  </>
)

export const coverageColumns = (t: Translate): Column<ExtensionLanguageRow>[] => [
  { id: 'ext', header: t('field.ext'), width: 130, cell: ({ ext }) => <NumberLink ext={ext} /> },
  {
    id: 'answer',
    header: t('coverage.answer'),
    width: 180,
    cell: ({ langCode, langCodeTxt }) => both(langCodeTxt, langCode),
  },
  {
    id: 'standing',
    header: t('coverage.standing'),
    width: 220,
    cell: ({ standing }) => (
      <Badge variant="dot" color={colors[standing]}>
        {t(`coverage.standing.${standing}`)}
      </Badge>
    ),
  },
  {
    id: 'record',
    header: t('coverage.record'),
    width: 180,
    cell: ({ recordLangCode, recordLangCodeTxt }) => both(recordLangCodeTxt, recordLangCode),
  },
  { id: 'readAt', header: t('coverage.readAt'), width: 140, cell: ({ readAt }) => <Time value={readAt} /> },
]
