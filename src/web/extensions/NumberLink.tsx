import { Anchor, Group } from '@mantine/core'
import { Link } from 'react-router-dom'
import { useT } from '../i18n/Language.tsx'
import { paths } from '../paths.ts'
import { CopyButton } from '../ui/CopyButton.tsx'

/** An extension number: link to its detail, and a button that copies it. */
export function NumberLink({ ext }: { ext: string }) {
  const t = useT()
  return (
    <Group gap="xs" wrap="nowrap">
      <Anchor component={Link} to={paths.extension(ext)} fw={600} inherit ff="monospace">
        {ext}
      </Anchor>
      <CopyButton value={ext} label={t('copy.number', { ext })} />
    </Group>
  )
}
