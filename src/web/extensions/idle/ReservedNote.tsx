import { Anchor, Text } from '@mantine/core'
import { Link } from 'react-router-dom'
import { useT } from '../../i18n/Language.tsx'
import { paths } from '../../lib/paths.ts'

/** Explains why the service counts more free numbers than the console's own pages. */
export function ReservedNote({ count, ext }: { count: number; ext: string | undefined }) {
  const t = useT()
  return (
    <Text size="sm" c="dimmed" mt="sm">
      {t('idle.reserved', { count })}{' '}
      <Anchor
        component={Link}
        to={paths.inventory({ state: 'reserved', ...(ext === undefined ? {} : { ext }) })}
        inherit
        underline="always"
      >
        {t('idle.reserved.show')}
      </Anchor>
    </Text>
  )
}
