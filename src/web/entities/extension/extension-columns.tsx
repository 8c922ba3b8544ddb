import type { ReactNode } from 'react'
import type { Extension } from '#contract/records.ts'
import type { Translate } from '../../i18n/catalogue.ts'
import type { Column } from '../../ui/table/DataTable.tsx'
import { textCell } from '../../ui/text/EmptyValue.tsx'
import { CodeValue } from '../code/CodeValue.tsx'
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

/**
 * The columns of an extension list. The record's fields keep the specification's names (docs/upstream-api.md#extension-record);
 * `state` renders a row's state.
 */
export function extensionColumns<Row extends Extension>(
  t: Translate,
  state: (row: Row) => ReactNode,
): Column<Row>[] {
  const text = (id: TextField): Column<Row> => ({
    id,
    header: t(`field.${id}`),
    cell: (row) => textCell(row[id]),
    optional: true,
  })
  const code = (id: 'extType' | 'status' | 'enabled'): Column<Row> => ({
    id,
    header: t(`field.${id}`),
    cell: (row) => <CodeValue value={row[id]} field={`extension.${id}`} hint={false} />,
    numeric: true,
    optional: true,
  })
  const time = (id: 'creationTime' | 'updatedTime'): Column<Row> => ({
    id,
    header: t(`field.${id}`),
    cell: (row) => <Time value={row[id]} />,
  })
  return [
    { id: 'ext', header: t('field.ext'), cell: ({ ext }) => <NumberLink ext={ext} />, width: 140 },
    { id: 'bindStatus', header: t('caption.state'), cell: state },
    { ...text('langCodeTxt'), optional: false, isEmpty: ({ langCodeTxt }) => langCodeTxt === null },
    text('langCode'),
    text('domain'),
    text('companyId'),
    code('extType'),
    code('status'),
    code('enabled'),
    text('agentName'),
    text('agentUuid'),
    text('id'),
    text('creatorId'),
    time('creationTime'),
    text('updateUserId'),
    time('updatedTime'),
  ]
}
