import { Select, type SelectProps } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useT } from '../../i18n/Language.tsx'
import { usersQuery } from './queries.ts'

interface UserPickerProps extends Pick<SelectProps, 'label' | 'description' | 'error'> {
  label: string
  /** The user's ID, or the value of `current`. */
  value: string | null
  onChange: (id: string | null) => void
  /** A choice that is no active user: an earlier text, or a user who no longer exists. */
  current?: { value: string; label: string } | null
}

/** Chooses a user of the console. Needs the permission to manage users. */
export function UserPicker({ current = null, label, onChange, ...props }: UserPickerProps) {
  const t = useT()
  const users = useQuery({ ...usersQuery(), meta: { quiet: true } }).data?.items ?? []
  const active = users
    .filter(({ id, disabled }) => !disabled || id === props.value)
    .map(({ id, name, email }) => ({ value: id, label: `${name} · ${email}` }))
  return (
    <Select
      {...props}
      label={label}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': t('action.clear', { label }) }}
      nothingFoundMessage={t('picker.nothing')}
      data={
        current === null || active.some(({ value }) => value === current.value)
          ? active
          : [current, ...active]
      }
      onChange={onChange}
    />
  )
}
