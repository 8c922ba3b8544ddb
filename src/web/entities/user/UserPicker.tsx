import { useQuery } from '@tanstack/react-query'
import { FilterSelect, type FilterSelectProps } from '../../ui/form/FilterSelect.tsx'
import { usersQuery } from './queries.ts'

interface UserPickerProps extends Omit<FilterSelectProps<string>, 'options' | 'value' | 'onChange'> {
  /** The user's ID, or the value of `current`. */
  value: string | null
  onChange: (id: string | null) => void
  /** A choice that is no active user: an earlier text, or a user who no longer exists. */
  current: { value: string; label: string } | null
}

/** Chooses a user of the console. Needs the permission to manage users. */
export function UserPicker({ current, value, onChange, ...props }: UserPickerProps) {
  const users = useQuery({ ...usersQuery(), meta: { quiet: true } }).data?.items ?? []
  const active = users
    .filter(({ id, disabled }) => !disabled || id === value)
    .map(({ id, name, email }) => ({ value: id, label: `${name} · ${email}` }))
  const isListed = current === null || active.some((option) => option.value === current.value)
  return (
    <FilterSelect
      {...props}
      searchable
      options={isListed ? active : [current, ...active]}
      value={value ?? undefined}
      onChange={(id) => onChange(id ?? null)}
    />
  )
}
