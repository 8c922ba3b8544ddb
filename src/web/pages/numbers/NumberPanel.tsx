import { ActionIcon, Group, Skeleton, Stack, Text, Title } from '@mantine/core'
import { IconArrowsMaximize, IconChevronDown, IconChevronUp, IconX } from '@tabler/icons-react'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import type { NumberItem } from '#contract/numbers.ts'
import { holds } from '#contract/number-set.ts'
import { isFirstLoad } from '../../api/first-load.ts'
import { PersonLink } from '../../entities/person/PersonLink.tsx'
import { NumberStateBadge, whyUnavailable } from '../../entities/extension/NumberStateBadge.tsx'
import { HistoryEntries } from '../../entities/history/History.tsx'
import { Spans } from '../../entities/history/Spans.tsx'
import { historyPages } from '../../entities/history/queries.ts'
import { LabelList } from '../../entities/label/LabelList.tsx'
import { poolsQuery } from '../../entities/pool/queries.ts'
import { useReservation } from '../../entities/reservation/open-reservations.ts'
import { reservedForId, reservedPerson } from '../../entities/reservation/reserved-for.ts'
import { useT } from '../../i18n/Language.tsx'
import { paths } from '../../lib/paths.ts'
import { QueryState } from '../../ui/feedback/QueryState.tsx'
import { Field } from '../../ui/text/Field.tsx'
import { Time } from '../../ui/text/Time.tsx'
import { agentOf, Since } from './item-values.tsx'
import classes from './NumbersPage.module.css'
import { NextAction } from './NextAction.tsx'
import { numberQuery } from './queries.ts'
import { PageButton } from '../../ui/layout/PageLink.tsx'

interface NumberPanelProps {
  ext: string
  /** The numbers on the page, for the next and the previous one. */
  numbers: readonly string[]
  /** Shows another number; undefined closes the panel. */
  open: (ext: string | undefined) => void
}

function Facts({ item, pool }: { item: NumberItem; pool: string | undefined }) {
  const t = useT()
  const reservation = useReservation(item.ext)
  const fact = (label: string, value: ReactNode) => <Field label={label}>{value}</Field>
  return (
    <Stack gap={4}>
      {item.state === 'reserved' && reservation !== undefined && (
        <>
          {fact(
            t('numbers.for'),
            <PersonLink id={reservedForId(reservation)} person={reservedPerson(t, reservation)} />,
          )}
          {fact(t('numbers.until'), <Time value={reservation.expiresAt} words="moment" />)}
          {fact(t('numbers.by'), reservation.by.name)}
        </>
      )}
      {item.agentUuid !== null &&
        fact(t('field.agentName'), <PersonLink id={item.agentUuid} person={agentOf(item)} />)}
      {fact(t('numbers.stateSince'), <Since item={item} />)}
      {fact(t('pools.pool'), pool ?? t('pools.no'))}
      {item.labels.length > 0 &&
        fact(t('labels.title'), <LabelList labels={item.labels} to={(label) => paths.numbers({ label })} />)}
    </Stack>
  )
}

/** One number beside the list: its holder, the next step, facts and timeline. */
export function NumberPanel({ ext, numbers, open }: NumberPanelProps) {
  const t = useT()
  const query = useQuery(numberQuery(ext))
  // Reading the number records its holder, which the history would miss.
  const history = useInfiniteQuery({ ...historyPages({ ext }, {}), enabled: !isFirstLoad(query) })
  const pools = useQuery({ ...poolsQuery(), meta: { quiet: true } })
  const pool = pools.data?.items.find((each) => holds(each, ext))?.name
  const place = numbers.indexOf(ext)
  const step = (by: 1 | -1) => {
    const target = place === -1 ? undefined : numbers[place + by]
    return target === undefined ? undefined : () => open(target)
  }
  const button = (label: string, icon: ReactNode, onClick: (() => void) | undefined) => (
    <ActionIcon aria-label={label} title={label} disabled={onClick === undefined} onClick={onClick}>
      {icon}
    </ActionIcon>
  )
  return (
    <aside className={classes.panel} aria-label={t('numbers.panel', { ext })}>
      <Group justify="space-between" wrap="nowrap" mb="sm">
        <Title order={2} size="h3">
          {ext}
        </Title>
        <Group gap={4} wrap="nowrap">
          {button(t('numbers.panel.previous'), <IconChevronUp size={16} aria-hidden />, step(-1))}
          {button(t('numbers.panel.next'), <IconChevronDown size={16} aria-hidden />, step(1))}
          <ActionIcon
            component={Link}
            to={paths.extension(ext)}
            aria-label={t('numbers.panel.page', { ext })}
            title={t('numbers.panel.page', { ext })}
          >
            <IconArrowsMaximize size={16} aria-hidden />
          </ActionIcon>
          {button(t('action.close'), <IconX size={16} aria-hidden />, () => open(undefined))}
        </Group>
      </Group>
      <QueryState query={query} loading={<Skeleton h={200} />}>
        {({ items: [{ item } = { item: null }] }) =>
          item === null ? (
            <Text>{t('numbers.notHeld', { ext })}</Text>
          ) : (
            <Stack gap="md">
              <NumberStateBadge state={item.state} why={whyUnavailable(t, item, item.usingAgentName)} />
              <NextAction item={item} />
              <Facts item={item} pool={pool} />
            </Stack>
          )
        }
      </QueryState>
      <Title order={3} size="h5" mt="md" mb="xs">
        {t('history.title')}
      </Title>
      <QueryState query={history} loading={<Skeleton h={120} />}>
        {({ pages: [first] }) =>
          first === undefined ? null : (
            <>
              <Spans page={first} ofAgent={false} until={null} />
              <HistoryEntries entries={first.items} />
            </>
          )
        }
      </QueryState>
      <PageButton to={paths.extensionHistory(ext)} size="compact-sm" variant="subtle" mt="xs">
        {t('numbers.panel.page', { ext })}
      </PageButton>
    </aside>
  )
}
