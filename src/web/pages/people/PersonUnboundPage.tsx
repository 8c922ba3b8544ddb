import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useParams } from 'react-router-dom'
import * as z from 'zod/mini'
import type { agentExtensions } from '#contract/people.ts'
import { agentUuid as agentUuidSchema } from '#contract/text.ts'
import { useFirstLoad } from '../../api/first-load.ts'
import { agentPageQuery, personQuery } from '../../entities/person/queries.ts'
import { personTitle } from '../../entities/person/person-text.ts'
import { extensionColumns } from '../../entities/extension/extension-columns.tsx'
import { NoFreeExtensions } from '../../entities/extension/NoFreeExtensions.tsx'
import { NumberStateBadge, whyUnavailable } from '../../entities/extension/NumberStateBadge.tsx'
import { prefixFilter } from '../../entities/extension/prefix-filter.tsx'
import { openQuery } from '../../entities/reservation/queries.ts'
import type { Translate } from '../../i18n/catalogue.ts'
import { useT } from '../../i18n/Language.tsx'
import { paths } from '../../lib/paths.ts'
import { InvalidUrl } from '../../ui/feedback/InvalidUrl.tsx'
import { PageHeader } from '../../ui/layout/PageHeader.tsx'
import { PageButton, PageLink } from '../../ui/layout/PageLink.tsx'
import { List } from '../../ui/table/List.tsx'
import { countedPages, defineListState } from '../../ui/table/list-state.ts'

const unboundFilters = { ext: prefixFilter }
const unboundList = defineListState({
  filters: unboundFilters,
  paging: countedPages,
  extraParams: {},
})

type UnboundPage = z.infer<(typeof agentExtensions)['answer']>
type Unbound = UnboundPage['items'][number]
const orderOf = ({ state }: Unbound) => (state === 'free' ? 0 : 1)
/** The free numbers first: the others are not offered. */
const sortFreeFirst = (answer: UnboundPage): UnboundPage => ({
  ...answer,
  items: answer.items.toSorted((a, b) => orderOf(a) - orderOf(b)),
})

const unboundColumns = (t: Translate, agentNames: Readonly<Record<string, string>>) =>
  extensionColumns<Unbound>(t, (row) => (
    <NumberStateBadge
      state={row.state}
      why={whyUnavailable(t, row, agentNames[row.currentUsingAgentUuid ?? ''] ?? null)}
    />
  ))

/** The unbound extensions that the service lists for an agent (operation 9), as they are. */
export function PersonUnboundPage() {
  const t = useT()
  const { agentUuid = '' } = useParams()
  return z.safeParse(agentUuidSchema, agentUuid).success ? (
    <Unbounds key={agentUuid} agentUuid={agentUuid} />
  ) : (
    <InvalidUrl title={t('person.unbound')} text={t('people.uuid.hint')}>
      <PageButton to={paths.people()}>{t('nav.people')}</PageButton>
    </InvalidUrl>
  )
}

function Unbounds({ agentUuid }: { agentUuid: string }) {
  const t = useT()
  const list = unboundList.use()
  const { data: person } = useQuery(personQuery(agentUuid))
  const query = useQuery({ ...agentPageQuery({ agentUuid, ...list.listQuery }), select: sortFreeFirst })
  // The numbers show their reservations.
  const isLoading = useFirstLoad(query, useQuery(openQuery()))
  const agentNames = query.data?.agentNames
  const columns = useMemo(() => unboundColumns(t, agentNames ?? {}), [t, agentNames])
  return (
    <>
      <PageHeader title={t('person.unbound')} description={t('person.unbound.text')} />
      <List
        name="agent"
        label={t('person.unbound')}
        list={list}
        query={query}
        isLoading={isLoading}
        above={
          <Text my="xs">
            <PageLink to={paths.person(agentUuid)}>
              {person === undefined ? t('person.title') : personTitle(person)}
            </PageLink>
          </Text>
        }
        columns={columns}
        rowKey="ext"
        filters={unboundFilters}
        empty={<NoFreeExtensions agentUuid={agentUuid} />}
      />
    </>
  )
}
