import { Skeleton } from '@mantine/core'
import { lazy, Suspense } from 'react'

const SearchCombobox = lazy(async () => ({ default: (await import('./SearchCombobox.tsx')).SearchCombobox }))

/** The header's search box; what it is made of is fetched after the first page. */
export function SearchBox() {
  return (
    <Suspense fallback={<Skeleton h={36} />}>
      <SearchCombobox />
    </Suspense>
  )
}
