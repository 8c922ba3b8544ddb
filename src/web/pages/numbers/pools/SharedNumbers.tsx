import { Alert, Button, Group } from '@mantine/core'
import { isEmptySet, numberSetText, sharedNumbers } from '#contract/number-set.ts'
import type { Pool } from '#contract/pools.ts'
import { useT } from '../../../i18n/Language.tsx'
import { colorOf } from '../../../ui/text/meaning.ts'

interface SharedNumbersProps {
  pools: readonly Pool[]
  /** Null for users without permission. */
  edit: ((pool: Pool) => void) | null
}

/** Names the pools of earlier versions that share numbers, and leads to the change that ends it. */
export function SharedNumbers({ pools, edit }: SharedNumbersProps) {
  const t = useT()
  const pairs = pools.flatMap((one, index) =>
    pools.slice(index + 1).flatMap((other) => {
      const shared = sharedNumbers(one, other)
      return isEmptySet(shared) ? [] : [{ one, other, numbers: numberSetText(shared, t('list.separator')) }]
    }),
  )
  if (pairs.length === 0) return null
  return (
    <Alert color={colorOf('attention')} mb="sm" title={t('pools.shared')}>
      {t(edit === null ? 'pools.shared.ask' : 'pools.shared.next')}
      {pairs.map(({ one, other, numbers }) => (
        <Group key={`${one.id} ${other.id}`} gap="xs" mt="xs">
          <span>{t('pools.shared.pair', { one: one.name, other: other.name, numbers })}</span>
          {edit !== null &&
            [one, other].map((pool) => (
              <Button key={pool.id} size="compact-xs" onClick={() => edit(pool)}>
                {t('pools.edit', { name: pool.name })}
              </Button>
            ))}
        </Group>
      ))}
    </Alert>
  )
}
