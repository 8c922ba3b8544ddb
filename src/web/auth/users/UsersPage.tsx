import { Button, Group } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { useMemo, useState } from 'react'
import type { User } from '#contract/users.ts'
import { useT } from '../../i18n/Language.tsx'
import { useSession } from '../../shared/session/SessionContext.tsx'
import { DataTable } from '../../ui/table/DataTable.tsx'
import { BufferedInput } from '../../ui/form/BufferedInput.tsx'
import { FilteredEmpty } from '../../ui/feedback/EmptyState.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { QueryState } from '../../ui/feedback/QueryState.tsx'
import { optionalParam, useUrlState } from '../../lib/url-state.ts'
import { UserActionDialog } from './UserActionDialog.tsx'
import { userColumns } from './columns.tsx'
import { InviteDialog } from './InviteDialog.tsx'
import { usersQuery, type UserAction } from './queries.ts'

const searched = z.string().check(z.minLength(1), z.maxLength(128))
const listState = z.object({ q: optionalParam(searched) })
const idOf = ({ id }: User) => id

const matches = (user: User, q: string) =>
  `${user.name}\n${user.email}`.toLowerCase().includes(q.toLowerCase())

/** Who may use the console, as what, and what an admin does about it. */
export function UsersPage() {
  const t = useT()
  const { user: own } = useSession()
  const [{ q }, set] = useUrlState(listState)
  const [inviting, setInviting] = useState(false)
  const [asked, setAsked] = useState<{ user: User; action: UserAction } | null>(null)
  const query = useQuery(usersQuery())
  const columns = useMemo(
    () => userColumns(t, own.id, (user, action) => setAsked({ user, action })),
    [t, own.id],
  )
  const table = (rows: readonly User[] | undefined) => (
    <DataTable label={t('users.title')} columns={columns} rows={rows} rowKey={idOf} expected={5} />
  )
  return (
    <>
      <PageHeader
        title={t('users.title')}
        description={t('users.description')}
        actions={
          <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setInviting(true)}>
            {t('users.invite')}
          </Button>
        }
      />
      <Group mb="sm">
        <BufferedInput
          label={t('users.search')}
          value={q}
          schema={searched}
          hint={t('users.search')}
          onCommit={(value) => set({ q: value }, { replace: true })}
        />
      </Group>
      <QueryState query={query} loading={table(undefined)}>
        {({ items }) => {
          const shown = q === undefined ? items : items.filter((user) => matches(user, q))
          return shown.length > 0 ? table(shown) : <FilteredEmpty clear={() => set({ q: undefined })} />
        }}
      </QueryState>
      {inviting && <InviteDialog onClose={() => setInviting(false)} />}
      {asked !== null && <UserActionDialog {...asked} onClose={() => setAsked(null)} />}
    </>
  )
}
