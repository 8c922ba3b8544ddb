import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { useCallback, useMemo } from 'react'
import type { listUsers, User } from '#contract/users.ts'
import { useLanguage } from '../../i18n/Language.tsx'
import { useSession } from '../../entities/session/SessionContext.tsx'
import { openDialog } from '../../ui/form/dialogs.tsx'
import { List } from '../../ui/table/List.tsx'
import { defineListState } from '../../ui/table/list-state.ts'
import { orderParams, sortedRows, useSorting } from '../../ui/table/sorting.ts'
import { PageHeader } from '../../ui/layout/PageHeader.tsx'
import { searchFilter } from '../../ui/table/filters.tsx'
import { userColumns, userSorts, userValue } from './columns.tsx'
import { usersQuery, type UserAction } from '../../entities/user/queries.ts'
import { InviteDialog, UserActionDialog } from './UserDialogs.tsx'

const searched = z.string().check(z.minLength(1), z.maxLength(128))
const userFilters = {
  q: searchFilter({ field: 'users.search', schema: searched, hint: (t) => t('users.search') }),
}
const userList = defineListState({
  filters: userFilters,
  paging: {},
  extraParams: orderParams(userSorts, { sort: 'email', order: 'asc' }),
})

type UsersAnswer = z.output<(typeof listUsers)['answer']>

const openAction = (user: User, action: UserAction) =>
  openDialog((close) => <UserActionDialog user={user} action={action} onClose={close} />)

const matches = (user: User, q: string) =>
  `${user.name}\n${user.email}`.toLowerCase().includes(q.toLowerCase())

/** Lists the users of the console with their roles, and the actions that administrators can take. */
export function UsersPage() {
  const { t, language } = useLanguage()
  const { user: currentUser } = useSession()
  const list = userList.use()
  const { q } = list.filters
  const { sort, order } = list.state
  const sorted = useCallback(
    (answer: UsersAnswer) => ({
      ...answer,
      items: sortedRows(answer.items, (user) => userValue(user, sort), order, language),
    }),
    [sort, order, language],
  )
  const query = useQuery({ ...usersQuery(), select: sorted })
  const factors = query.data?.secondFactorRoles
  const sorting = useSorting(list.state, list.restart)
  const columns = useMemo(
    () => userColumns(t, { sorting, ownId: currentUser.id, factors, onAction: openAction }),
    [t, sorting, currentUser.id, factors],
  )
  const match = useCallback((user: User) => q === undefined || matches(user, q), [q])
  return (
    <>
      <PageHeader
        title={t('nav.users')}
        actions={
          <Button
            variant="filled"
            leftSection={<IconPlus size={16} aria-hidden />}
            onClick={() => openDialog((close) => <InviteDialog onClose={close} />)}
          >
            {t('users.invite')}
          </Button>
        }
      />
      <List
        name="users"
        label={t('nav.users')}
        list={list}
        query={query}
        columns={columns}
        rowKey="id"
        match={match}
        expected={5}
        filters={userFilters}
        // The list is never empty: it contains the current user.
        empty={null}
      />
    </>
  )
}
