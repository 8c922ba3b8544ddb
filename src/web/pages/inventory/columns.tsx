import { Checkbox, Group, Text } from '@mantine/core'
import { Link } from 'react-router-dom'
import type { InventoryItem } from '#contract/inventory.ts'
import { LabelList } from '../../entities/label/LabelList.tsx'
import { NumberLink } from '../../entities/extension/NumberLink.tsx'
import { NumberState, whyUnavailable } from '../../entities/extension/NumberState.tsx'
import type { Translate } from '../../i18n/catalogue.ts'
import { paths } from '../../lib/paths.ts'
import type { Column } from '../../ui/table/DataTable.tsx'
import { text } from '../../ui/table/text-cell.tsx'
import { CodeValue } from '../../entities/code/CodeValue.tsx'
import { EmptyValue } from '../../ui/text/EmptyValue.tsx'
import { Time } from '../../ui/text/Time.tsx'
import { RefreshButton } from './RefreshButton.tsx'
import { selection } from './selection.ts'
import { useT } from '../../i18n/Language.tsx'

function SelectBox({ ext }: { ext: string }) {
  const t = useT()
  return (
    <Checkbox
      size="xs"
      aria-label={t('inventory.select', { ext })}
      checked={selection.useIsSelected(ext)}
      onChange={(event) => selection.select([ext], event.currentTarget.checked)}
    />
  )
}

const code = (field: string, value: number | null) => <CodeValue value={value} field={field} hint={false} />

/** The agent of a bound extension, or the last observed agent of any other extension. */
function Agent({ item: { agentUuid, agentName } }: { item: InventoryItem }) {
  if (agentUuid === null) return <EmptyValue />
  return (
    <Text component={Link} to={paths.agent(agentUuid)} size="sm" c="var(--mantine-color-anchor)">
      {agentName ?? agentUuid}
    </Text>
  )
}

export const inventoryColumns = (t: Translate): Column<InventoryItem>[] => [
  {
    id: 'ext',
    header: t('field.ext'),
    cell: ({ ext }) => (
      <Group gap="xs" wrap="nowrap">
        <SelectBox ext={ext} />
        <NumberLink ext={ext} />
      </Group>
    ),
    width: 120,
  },
  {
    id: 'state',
    header: t('inventory.state'),
    cell: (item) => <NumberState state={item.state} why={whyUnavailable(t, item, item.usingAgentName)} />,
    width: 150,
  },
  { id: 'agent', header: t('inventory.agent'), cell: (item) => <Agent item={item} />, width: 160 },
  { id: 'langCodeTxt', header: t('field.langCodeTxt'), cell: ({ langCodeTxt }) => text(langCodeTxt) },
  {
    id: 'labels',
    header: t('labels.title'),
    cell: ({ labels }) => <LabelList labels={labels} to={(label) => paths.numbers({ label })} />,
    isEmpty: ({ labels }) => labels.length === 0,
    width: 130,
  },
  {
    id: 'seenAt',
    header: t('inventory.seenAt'),
    cell: ({ ext, seenAt }) => (
      <Group gap="xs" wrap="nowrap">
        <Time value={seenAt} />
        <RefreshButton ext={ext} />
      </Group>
    ),
    width: 190,
  },
  {
    id: 'source',
    header: t('inventory.source'),
    cell: ({ source }) => t(`inventory.source.${source}`),
    width: 110,
  },
  {
    id: 'stateSince',
    header: t('inventory.stateSince'),
    cell: ({ stateSince }) => <Time value={stateSince} />,
    optional: true,
  },
  { id: 'domain', header: t('field.domain'), cell: ({ domain }) => text(domain), optional: true },
  { id: 'agentUuid', header: t('field.agentUuid'), cell: ({ agentUuid }) => text(agentUuid), optional: true },
  {
    id: 'bindStatus',
    header: t('field.bindStatus'),
    cell: ({ bindStatus }) => code('extension.bindStatus', bindStatus),
    numeric: true,
    optional: true,
  },
  {
    id: 'status',
    header: t('field.status'),
    cell: ({ status }) => code('extension.status', status),
    numeric: true,
    optional: true,
  },
  {
    id: 'enabled',
    header: t('field.enabled'),
    cell: ({ enabled }) => code('extension.enabled', enabled),
    numeric: true,
    optional: true,
  },
  {
    id: 'extType',
    header: t('field.extType'),
    cell: ({ extType }) => code('extension.extType', extType),
    numeric: true,
    optional: true,
  },
  {
    id: 'bindTime',
    header: t('field.bindTime'),
    cell: ({ bindTime }) => <Time value={bindTime} />,
    optional: true,
  },
  {
    id: 'creationTime',
    header: t('field.creationTime'),
    cell: ({ creationTime }) => <Time value={creationTime} />,
    optional: true,
  },
  {
    id: 'firstSeenAt',
    header: t('inventory.firstSeenAt'),
    cell: ({ firstSeenAt }) => <Time value={firstSeenAt} />,
    optional: true,
  },
]
