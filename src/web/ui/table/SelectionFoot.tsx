import { Checkbox, Group, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { useT } from '../../i18n/Language.tsx'
import type { createSelection } from './selection.ts'
import classes from './SelectionFoot.module.css'

interface SelectPageProps {
  selection: ReturnType<typeof createSelection>
  /** The rows of the page that can be selected. */
  onPage: readonly string[]
  label: string
}

/** The checkbox in a list's header: selects the rows on the page, or none. */
export function SelectPage({ selection, onPage, label }: SelectPageProps) {
  const { all, keys } = selection.use()
  const count = onPage.filter((key) => all !== keys.has(key)).length
  return (
    <Checkbox
      size="xs"
      className={classes.selectPage}
      aria-label={label}
      checked={count > 0 && count === onPage.length}
      indeterminate={count > 0 && count < onPage.length}
      disabled={onPage.length === 0}
      onChange={(event) => (event.currentTarget.checked ? selection.select(onPage, true) : selection.clear())}
    />
  )
}

/** Below a list while rows are selected: how many, as `summary`, and the actions on them. */
export function SelectionFoot({ summary, children }: { summary: string; children: ReactNode }) {
  const t = useT()
  return (
    <Group gap="xs" component="section" aria-label={t('selection')} className={classes.bar} data-no-print>
      <Text component="output" mx="sm">
        {summary}
      </Text>
      {children}
    </Group>
  )
}
