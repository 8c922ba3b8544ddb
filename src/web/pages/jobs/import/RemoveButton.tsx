import { ActionIcon } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useT } from '../../../i18n/Language.tsx'
import { announce } from '../../../ui/feedback/announce.ts'

/** Removes a row from the import. Moves the focus to the same button of an adjacent row, because this button disappears. */
export function RemoveButton({ line, onRemove }: { line: number; onRemove: (line: number) => void }) {
  const t = useT()
  const label = t('import.delete.line', { line: String(line) })
  const remove = (button: HTMLElement) => {
    const row = button.closest('tr')
    for (const beside of [row?.previousElementSibling, row?.nextElementSibling])
      beside?.querySelector<HTMLElement>('[data-remove]')?.focus()
    onRemove(line)
    announce(t('import.deleted', { line: String(line) }))
  }
  return (
    <ActionIcon
      size="sm"
      data-remove
      aria-label={label}
      title={label}
      onClick={(event) => remove(event.currentTarget)}
    >
      <IconTrash size={14} aria-hidden />
    </ActionIcon>
  )
}
