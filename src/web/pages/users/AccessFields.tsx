import { Checkbox, MultiSelect, Radio, SimpleGrid, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { canBeLimited, roleNames, type Role } from '#contract/access.ts'
import { maxLimited, type SecondFactorRoles, type UserLimit } from '#contract/users.ts'
import { departmentsQuery } from '../../entities/person/queries.ts'
import { poolsQuery } from '../../entities/pool/queries.ts'
import type { RoleRequirement } from '../../entities/user/queries.ts'
import { useT } from '../../i18n/Language.tsx'

/** What a user may do, and how those with the role sign in. */
export interface Access {
  role: Role | null
  limit: UserLimit
  /** The roles whose second factor becomes required, or no longer: the choice is the role's, also for its other users. */
  required: Partial<Record<Role, boolean>>
}

const noLimit: UserLimit = { departments: [], pools: [] }

export const accessOf = ({ role, limit }: { role: Role | null; limit: UserLimit | null }): Access => ({
  role,
  limit: limit ?? noLimit,
  required: {},
})

/** The limit to send; null without a department and a pool, and for a role that administers. */
export const limitOf = ({ role, limit }: Pick<Access, 'role' | 'limit'>): UserLimit | null =>
  role !== null && canBeLimited(role) && limit.departments.length + limit.pools.length > 0 ? limit : null

/** What changes for roles. A choice that was taken back is none. */
export const changedRequirements = (
  { required }: Pick<Access, 'required'>,
  factors: SecondFactorRoles | undefined,
): RoleRequirement[] =>
  roleNames.flatMap((role) => {
    const choice = required[role]
    return choice === undefined || choice === factors?.chosen.includes(role)
      ? []
      : [{ role, required: choice }]
  })

interface AccessFieldsProps {
  values: Access
  /** Undefined until it is read. */
  factors: SecondFactorRoles | undefined
  /** Returns the properties of a field. */
  input: (field: 'role' | 'limit.departments' | 'limit.pools') => object
  onRequired: (required: Access['required']) => void
  /** Why the role can't be changed here. */
  roleFixed?: string | undefined
}

/** The fields of a user's access: role, departments and pools, and the second factor of the role. */
export function AccessFields({ values, factors, input, onRequired, roleFixed }: AccessFieldsProps) {
  const t = useT()
  const { role, limit, required } = values
  const departments = (useQuery(departmentsQuery()).data?.items ?? []).flatMap(
    (item) => item.department ?? [],
  )
  const pools = useQuery(poolsQuery()).data?.items ?? []
  const choice = (field: 'departments' | 'pools') => ({
    ...input(`limit.${field}`),
    label: t(`users.limit.${field}`),
    searchable: true,
    clearable: true,
    clearButtonProps: { 'aria-label': t('action.clear', { label: t(`users.limit.${field}`) }) },
    nothingFoundMessage: t('picker.nothing'),
    comboboxProps: { withinPortal: true },
    maxValues: maxLimited,
  })
  const isConfigured = role !== null && factors?.configured.includes(role) === true
  return (
    <>
      <Radio.Group {...input('role')} label={t('users.role')} description={roleFixed}>
        <Stack gap="xs" mt="xs">
          {roleNames.map((each) => (
            <Radio
              key={each}
              value={each}
              label={t(`role.${each}`)}
              description={t(`users.role.${each}.text`)}
              disabled={roleFixed !== undefined}
            />
          ))}
        </Stack>
      </Radio.Group>
      {role !== null && canBeLimited(role) && (
        <>
          <Text size="sm" c="dimmed">
            {t('users.limit.text')}
          </Text>
          <SimpleGrid cols={{ base: 1, xs: 2 }}>
            <MultiSelect
              {...choice('departments')}
              data={[...new Set([...departments, ...limit.departments])]}
            />
            <MultiSelect
              {...choice('pools')}
              data={pools.map(({ id, name }) => ({ value: id, label: name }))}
            />
          </SimpleGrid>
        </>
      )}
      {role !== null && factors !== undefined && (
        <Checkbox
          label={t('users.required', { role: t(`role.${role}`) })}
          description={t(isConfigured ? 'users.required.configured' : 'users.required.text')}
          checked={isConfigured || (required[role] ?? factors.chosen.includes(role))}
          disabled={isConfigured}
          onChange={({ currentTarget: { checked } }) => onRequired({ ...required, [role]: checked })}
        />
      )}
    </>
  )
}
