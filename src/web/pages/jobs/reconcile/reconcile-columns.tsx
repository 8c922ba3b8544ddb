import type { Translate } from '../../../i18n/catalogue.ts'
import { paths } from '../../../lib/paths.ts'
import type { Column } from '../../../ui/table/DataTable.tsx'
import { EmptyValue } from '../../../ui/text/EmptyValue.tsx'
import { StateBadge } from '../../../ui/text/StateBadge.tsx'
import type { Mapping } from '../import/fields.ts'
import { comparedFields, serviceValueOf, type ComparedField } from './compare.ts'
import { noteOf } from './note.ts'
import { outcomeMeanings, type Reconciled } from './outcomes.ts'
import classes from './reconcile.module.css'
import { PageLink } from '../../../ui/layout/PageLink.tsx'

/** Truncated, so that both uuids fit side by side; the title has the full value. */
const text = (value: string | null) =>
  value === null || value === '' ? (
    <EmptyValue />
  ) : (
    <span className={classes.value} title={value}>
      {value}
    </span>
  )

const noteCell = (note: string) => note !== '' && <span title={note}>{note}</span>

/** Links a number in service to its page in a new tab, because leaving this page would lose the sheet. */
const numberCell = ({ row, extension }: Reconciled, t: Translate) =>
  extension === null ? (
    <span className={classes.number}>{text(row.values.ext)}</span>
  ) : (
    <PageLink
      to={paths.extension(row.values.ext)}
      target="_blank"
      title={t('reconcile.open', { ext: row.values.ext })}

      className={classes.number}
    >
      {row.values.ext}
    </PageLink>
  )

function reportedCell({ extension, verdicts }: Reconciled, field: ComparedField, t: Translate) {
  if (extension === null) return null
  const reported = serviceValueOf(extension, field)
  const unbound = field === 'agentID' && reported === null && extension.bindStatus === 0
  const value = unbound ? t('value.notBound') : reported
  return verdicts.get(field) === 'differs' ? (
    <span className={`${classes.value} ${classes.differs}`} title={value ?? undefined}>
      {value ?? <EmptyValue />}
    </span>
  ) : (
    text(value)
  )
}

/** Columns of the comparison: number, line, outcome and reason, then each compared field with the service's value beside it. */
export const reconcileColumns = (t: Translate, { columns }: Mapping): Column<Reconciled>[] => [
  { id: 'ext', header: t('import.field.ext'), width: 110, cell: (each) => numberCell(each, t) },
  { id: 'line', header: t('job.items.line'), width: 56, numeric: true, cell: ({ row }) => row.line },
  {
    id: 'outcome',
    header: t('reconcile.outcome'),
    width: 170,
    cell: ({ outcome }) => (
      <StateBadge meaning={outcomeMeanings[outcome]}>{t(`reconcile.outcome.${outcome}`)}</StateBadge>
    ),
  },
  { id: 'note', header: t('reconcile.note'), width: 160, cell: (each) => noteCell(noteOf(each, t)) },
  ...comparedFields
    .filter((field) => columns[field] !== null)
    .flatMap((field): Column<Reconciled>[] => [
      {
        id: field,
        header: t('reconcile.inSheet', { field: t(`import.field.${field}`) }),
        width: 130,
        labeled: true,
        wrap: true,
        cell: ({ row }) => text(row.values[field]),
      },
      {
        id: `${field}.service`,
        header: t('reconcile.atService', { field: t(`import.field.${field}`) }),
        width: 130,
        labeled: true,
        wrap: true,
        cell: (each) => reportedCell(each, field, t),
      },
    ]),
]
