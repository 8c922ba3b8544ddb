import { Text } from '@mantine/core'
import { useT } from '../../i18n/Language.tsx'

const maxShown = 5

/** The lines of a pasted list that name no agent, such as greetings. */
export function LeftOutLines({ lines }: { lines: readonly string[] }) {
  const t = useT()
  if (lines.length === 0) return null
  const quoted = lines.slice(0, maxShown).map((line) => t('text.quoted', { text: line.slice(0, 40) }))
  const more = lines.length > maxShown ? '…' : ''
  return (
    <Text c="dimmed" component="output">
      {t('reservations.paste.leftOut', {
        count: lines.length,
        lines: quoted.join(t('list.separator')) + more,
      })}
    </Text>
  )
}
