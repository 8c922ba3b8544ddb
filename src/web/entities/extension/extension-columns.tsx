import type { ReactNode } from 'react'
import type { Extension } from '#contract/records.ts'
import type { Translate } from '../../i18n/catalogue.ts'
import type { Column } from '../../ui/table/DataTable.tsx'
import { textCell } from '../../ui/table/text-cell.tsx'
import { CodeValue } from '../code/CodeValue.tsx'
import { Time } from '../../ui/text/Time.tsx'
import { NumberLink } from './NumberLink.tsx'

/**
 * The columns of an extension list. The record's fields keep the specification's names (docs/upstream-api.md#extension-record);
 * `state` renders a row's state.
 */
export const extensionColumns = <Row extends Extension>(
  t: Translate,
  state: (row: Row) => ReactNode,
): Column<Row>[] => [
  { id: 'ext', header: t('field.ext'), cell: ({ ext }) => <NumberLink ext={ext} />, width: 140 },
  {
    id: 'bindStatus',
    header: t('inventory.state'),
    cell: state,
  },
  {
    id: 'langCodeTxt',
    header: t('field.langCodeTxt'),
    cell: ({ langCodeTxt }) => textCell(langCodeTxt),
    isEmpty: ({ langCodeTxt }) => langCodeTxt === null,
  },
  { id: 'langCode', header: t('field.langCode'), cell: ({ langCode }) => textCell(langCode), optional: true },
  { id: 'domain', header: t('field.domain'), cell: ({ domain }) => textCell(domain), optional: true },
  {
    id: 'companyId',
    header: t('field.companyId'),
    cell: ({ companyId }) => textCell(companyId),
    optional: true,
  },
  {
    id: 'extType',
    header: t('field.extType'),
    cell: ({ extType }) => <CodeValue value={extType} field="extension.extType" hint={false} />,
    numeric: true,
    optional: true,
  },
  {
    id: 'status',
    header: t('field.status'),
    cell: ({ status }) => <CodeValue value={status} field="extension.status" hint={false} />,
    numeric: true,
    optional: true,
  },
  {
    id: 'enabled',
    header: t('field.enabled'),
    cell: ({ enabled }) => <CodeValue value={enabled} field="extension.enabled" hint={false} />,
    numeric: true,
    optional: true,
  },
  {
    id: 'agentName',
    header: t('field.agentName'),
    cell: ({ agentName }) => textCell(agentName),
    optional: true,
  },
  {
    id: 'agentUuid',
    header: t('field.agentUuid'),
    cell: ({ agentUuid }) => textCell(agentUuid),
    optional: true,
  },
  { id: 'id', header: t('field.id'), cell: ({ id }) => textCell(id), optional: true },
  {
    id: 'creatorId',
    header: t('field.creatorId'),
    cell: ({ creatorId }) => textCell(creatorId),
    optional: true,
  },
  {
    id: 'creationTime',
    header: t('field.creationTime'),
    cell: ({ creationTime }) => <Time value={creationTime} />,
  },
  {
    id: 'updateUserId',
    header: t('field.updateUserId'),
    cell: ({ updateUserId }) => textCell(updateUserId),
    optional: true,
  },
  {
    id: 'updatedTime',
    header: t('field.updatedTime'),
    cell: ({ updatedTime }) => <Time value={updatedTime} />,
  },
]
