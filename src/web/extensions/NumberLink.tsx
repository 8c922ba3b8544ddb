import { Anchor, Group } from '@mantine/core'
import { Link } from 'react-router-dom'
import { ReservedMark } from '../assign/ReservedMark.tsx'
import { useT } from '../i18n/Language.tsx'
import { paths } from '../paths.ts'
import { CopyButton } from '../ui/CopyButton.tsx'

/** An extension number: link to its detail, a button that copies it, and for whom it is reserved. */
export function NumberLink({ ext }: { ext: string }) {
  return (
    <Group gap="xs" wrap="nowrap">
      <PlainNumber ext={ext} />
      <ReservedMark ext={ext} />
    </Group>
  )
}

/** As `NumberLink`, where the reservation is told beside it anyway. */
export function PlainNumber({ ext }: { ext: string }) {
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
