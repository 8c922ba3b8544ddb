import { ActionIcon, Checkbox, Group, Text } from '@mantine/core'
import { IconLayoutSidebarRight } from '@tabler/icons-react'
import { Link } from 'react-router-dom'
import type { NumberItem, NumberSort } from '#contract/numbers.ts'
import { PersonLink } from '../../entities/person/PersonLink.tsx'
import { LabelList } from '../../entities/label/LabelList.tsx'
import { recordColumns } from '../../entities/extension/extension-columns.tsx'
import { NumberStateBadge, whyUnavailable } from '../../entities/extension/NumberStateBadge.tsx'
import { useReservation } from '../../entities/reservation/open-reservations.ts'
import { reservedForId, reservedPerson } from '../../entities/reservation/reserved-for.ts'
import type { Translate } from '../../i18n/catalogue.ts'
import { paths } from '../../lib/paths.ts'
import type { Column } from '../../ui/table/DataTable.tsx'
import { SelectPage } from '../../ui/table/SelectionFoot.tsx'
import type { Sorting } from '../../ui/table/sorting.ts'
import { EmptyValue } from '../../ui/text/EmptyValue.tsx'
import { Time } from '../../ui/text/Time.tsx'
import { agentOf, Since } from './item-values.tsx'
import { NextAction } from './NextAction.tsx'
import classes from './columns.module.css'
import { numberSelection } from './selection.ts'
import { useT } from '../../i18n/Language.tsx'

function SelectBox({ ext }: { ext: string }) {
  const t = useT()
  return (
    <Checkbox
      size="xs"
      aria-label={t('numbers.select', { ext })}
      checked={numberSelection.useIsSelected(ext)}
      onChange={(event) => numberSelection.select([ext], event.currentTarget.checked)}
    />
  )
}

/** Whom a number is bound to or reserved for, or whom it was last bound to, else why it is unavailable. Empty for a reserved number until the reservations are known. */
function Holder({ item, inCell }: { item: NumberItem; inCell: 'cut' | 'whole' }) {
  const t = useT()
  const reservation = useReservation(item.ext)
  if (item.state === 'reserved') {
    return reservation === undefined ? null : (
      <PersonLink id={reservedForId(reservation)} person={reservedPerson(t, reservation)} inCell={inCell} />
    )
  }
  const why = item.state === 'unavailable' ? whyUnavailable(t, item, item.usingAgentName) : null
  if (item.agentUuid === null)
    return why === null ? (
      <EmptyValue />
    ) : (
      <Text span inherit c="dimmed">
        {why}
      </Text>
    )
  return <PersonLink id={item.agentUuid} person={agentOf(item)} inCell={inCell} />
}

/** Until when a number is reserved, or since when it is in its state. Empty until the reservations are known. */
function SinceOrUntil({ item }: { item: NumberItem }) {
  const t = useT()
  const reservation = useReservation(item.ext)
  if (item.state === 'reserved')
    return reservation === undefined ? null : (
      <>
        {/* On a phone, the caption beside the value says it. */}
        <Text span inherit visibleFrom="xs">
          {t('numbers.until')}{' '}
        </Text>
        <Time value={reservation.expiresAt} words="moment" />
      </>
    )
  return <Since item={item} />
}

interface NumberColumns {
  /** The numbers on the page. */
  onPage: readonly string[]
  sorting: Sorting<NumberSort>
  /** Shows a number beside the list. */
  open: (ext: string) => void
  /** A number is shown beside the list, with its next step. */
  isBeside: boolean
  /** Offers the columns of the record's raw fields. */
  withRecord: boolean
}

export function numberColumns(
  t: Translate,
  { onPage, sorting, open, isBeside, withRecord }: NumberColumns,
): Column<NumberItem>[] {
  const { text, integer, time } = recordColumns(t)
  return [
    {
      id: 'ext',
      header: t('field.ext'),
      headerControl: (
        <SelectPage selection={numberSelection} onPage={onPage} label={t('numbers.selectPage')} />
      ),
      ...sorting('ext'),
      cell: ({ ext }) => (
        <Group gap="xs" wrap="nowrap">
          <SelectBox ext={ext} />
          <Link to={paths.extension(ext)} className={classes.number}>
            {ext}
          </Link>
        </Group>
      ),
      width: 100,
    },
    {
      id: 'state',
      header: t('caption.state'),
      ...sorting('state'),
      cell: ({ state }) => <NumberStateBadge state={state} />,
      width: 110,
    },
    {
      id: 'agent',
      header: t('numbers.holder'),
      ...sorting('agent'),
      // Beside the panel the table is narrow, and who has the number is what people look for.
      cell: (item) => <Holder item={item} inCell={isBeside ? 'whole' : 'cut'} />,
      width: 110,
      wrap: true,
    },
    {
      id: 'stateSince',
      header: t('numbers.since'),
      ...sorting('stateSince'),
      cell: (item) => <SinceOrUntil item={item} />,
      width: 150,
    },
    { ...text('langCodeTxt'), ...sorting('langCodeTxt') },
    {
      id: 'labels',
      header: t('labels.title'),
      ...sorting('labels'),
      cell: ({ labels }) => <LabelList labels={labels} to={(label) => paths.numbers({ label })} />,
      isEmpty: ({ labels }) => labels.length === 0,
      // The panel shows them.
      optional: isBeside,
      width: 130,
    },
    ...(withRecord
      ? [
          { ...text('domain'), ...sorting('domain') },
          { ...text('agentUuid'), ...sorting('agentUuid') },
          { ...integer('bindStatus'), ...sorting('bindStatus') },
          { ...integer('status'), ...sorting('status') },
          { ...integer('enabled'), ...sorting('enabled') },
          { ...integer('extType'), ...sorting('extType') },
        ]
      : []),
    { ...time('bindTime'), ...sorting('bindTime'), optional: true },
    { ...time('creationTime'), ...sorting('creationTime'), optional: true },
    {
      id: 'firstSeenAt',
      header: t('numbers.firstSeenAt'),
      ...sorting('firstSeenAt'),
      cell: ({ firstSeenAt }) => <Time value={firstSeenAt} />,
      optional: true,
    },
    {
      id: 'next',
      header: t(isBeside ? 'numbers.panel.column' : 'numbers.next'),
      actions: true,
      cell: (item) => (
        <Group gap={4} wrap="nowrap" justify="flex-end" data-quiet>
          {!isBeside && <NextAction item={item} />}
          <ActionIcon
            size="sm"
            data-open={item.ext}
            aria-label={t('numbers.panel.open', { ext: item.ext })}
            title={t('numbers.panel.open', { ext: item.ext })}
            onClick={() => open(item.ext)}
          >
            <IconLayoutSidebarRight size={16} aria-hidden />
          </ActionIcon>
        </Group>
      ),
    },
  ]
}
