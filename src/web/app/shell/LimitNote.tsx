import { Text } from '@mantine/core'
import type { Session } from '#contract/session.ts'
import { useT } from '../../i18n/Language.tsx'

/** Says which departments and pools the lists and counts of a page are limited to. */
export function LimitNote({ limit: { departments, pools } }: { limit: NonNullable<Session['limit']> }) {
  const t = useT()
  const listed = (names: readonly string[]) => names.join(t('list.separator')) || '–'
  return (
    <Text size="xs" c="dimmed" mb="xs">
      {t('limit.note', { departments: listed(departments), pools: listed(pools.map(({ name }) => name)) })}
    </Text>
  )
}
