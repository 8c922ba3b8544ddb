import type { ReactNode } from 'react'
import type { Extension } from '#contract/records.ts'
import type { Translate } from '../../i18n/catalogue.ts'
import type { Column } from '../../ui/table/DataTable.tsx'
import { textCell } from '../../ui/text/EmptyValue.tsx'
import { Time } from '../../ui/text/Time.tsx'
import { NumberLink } from './NumberLink.tsx'

type TextField =
  | 'langCodeTxt'
  | 'langCode'
  | 'domain'
  | 'companyId'
  | 'agentName'
  | 'agentUuid'
  | 'id'
  | 'creatorId'
  | 'updateUserId'
type IntegerField = 'bindStatus' | 'extType' | 'status' | 'enabled'
type TimeField = 'bindTime' | 'creationTime' | 'updatedTime'

/** Columns of the record's fields, by kind of field. The names are the specification's (docs/upstream-api.md#extension-record). */
export const recordColumns = (t: Translate) => ({
  text: <Id extends TextField>(id: Id): Column<Record<Id, string | null>> => ({
    id,
    header: t(`field.${id}`),
    cell: (row) => textCell(row[id]),
    optional: true,
  }),
  integer: <Id extends IntegerField>(id: Id): Column<Record<Id, number | null>> => ({
    id,
    header: t(`field.${id}`),
    cell: (row) => textCell(row[id]?.toString()),
    numeric: true,
    optional: true,
  }),
  time: <Id extends TimeField>(id: Id): Column<Record<Id, number | null>> => ({
    id,
    header: t(`field.${id}`),
    cell: (row) => <Time value={row[id]} />,
  }),
})

/** The columns of an extension list. `state` renders a row's state. */
export function extensionColumns<Row extends Extension>(
  t: Translate,
  state: (row: Row) => ReactNode,
): Column<Row>[] {
  const { text, integer, time } = recordColumns(t)
  return [
    { id: 'ext', header: t('field.ext'), cell: ({ ext }) => <NumberLink ext={ext} />, width: 140 },
    { id: 'bindStatus', header: t('caption.state'), cell: state },
    { ...text('langCodeTxt'), optional: false, isEmpty: ({ langCodeTxt }) => langCodeTxt === null },
    text('langCode'),
    text('domain'),
    text('companyId'),
    integer('extType'),
    integer('status'),
    integer('enabled'),
    text('agentName'),
    text('agentUuid'),
    text('id'),
    text('creatorId'),
    time('creationTime'),
    text('updateUserId'),
    time('updatedTime'),
  ]
}
