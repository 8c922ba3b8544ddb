import { Checkbox } from '@mantine/core'
import { useT } from '../i18n/Language.tsx'
import { selection } from './selection.ts'

/** Chooses one extension. `onRest` is asked when it is taken out of "all". */
export function SelectBox({ ext, onRest }: { ext: string; onRest: (ext: string) => boolean }) {
  const t = useT()
  return (
    <Checkbox
      size="xs"
      aria-label={t('inventory.select', { ext })}
      checked={selection.useIsSelected(ext)}
      onChange={(event) => {
        const { checked } = event.currentTarget
        if (checked || !onRest(ext)) selection.select([ext], checked)
      }}
    />
  )
}
