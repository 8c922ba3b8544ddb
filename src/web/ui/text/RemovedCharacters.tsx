import { Text } from '@mantine/core'
import { useT } from '../../i18n/Language.tsx'
import { invisibleIn } from '../../lib/typed.ts'

/** Says which characters without width are removed from a pasted text: they are invisible. */
export function RemovedCharacters({ text }: { text: string }) {
  const t = useT()
  const { count, kinds } = invisibleIn(text)
  if (count === 0) return null
  return (
    <Text c="dimmed" component="output">
      {t('text.invisible', {
        count,
        kinds: kinds.map((kind) => t(`text.invisible.${kind}`)).join(t('list.separator')),
      })}
    </Text>
  )
}
