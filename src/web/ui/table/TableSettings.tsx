import { Button, Checkbox, Divider, Popover, Stack, Text } from '@mantine/core'
import { IconAdjustmentsHorizontal, IconPrinter } from '@tabler/icons-react'
import { useT } from '../../i18n/Language.tsx'
import type { Density } from './DataTable.tsx'
import { mostPrinted } from './print-rows.ts'

export interface TableSettingsProps {
  columns: readonly { id: string; header: string }[]
  isVisible: (id: string) => boolean
  toggle: (id: string) => void
  reset: () => void
  density: Density
  setDensity: (density: Density) => void
}

interface ViewProps extends TableSettingsProps {
  /** Prints the rows that the filter finds. */
  print: () => void
}

/** The button for columns, row height and print, and its popover. */
export function TableSettings(props: ViewProps) {
  const { columns, isVisible, toggle, reset, density, setDensity, print } = props
  const t = useT()
  return (
    <Popover position="bottom-end" trapFocus shadow="md">
      <Popover.Target>
        <Button leftSection={<IconAdjustmentsHorizontal size={16} aria-hidden />}>
          {t('table.settings')}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('table.settings')}>
        <Stack gap="sm" w={240}>
          <Text size="xs" fw={600} c="dimmed">
            {t('columns.title')}
          </Text>
          <Stack gap="xs" mah={320} className="scroll-y">
            {columns.map(({ id, header }, index) => (
              <Checkbox
                key={id}
                size="xs"
                label={header}
                checked={isVisible(id)}
                disabled={index === 0}
                onChange={() => toggle(id)}
              />
            ))}
          </Stack>
          <Button size="compact-sm" variant="subtle" onClick={reset}>
            {t('table.reset')}
          </Button>
          <Divider />
          <Checkbox
            size="xs"
            label={t('table.compact')}
            checked={density === 'compact'}
            onChange={(event) => setDensity(event.currentTarget.checked ? 'compact' : 'comfortable')}
          />
          <Divider />
          <Button
            size="compact-sm"
            variant="subtle"
            leftSection={<IconPrinter size={14} aria-hidden />}
            onClick={print}
          >
            {t('table.print', { most: mostPrinted })}
          </Button>
        </Stack>
      </Popover.Dropdown>
    </Popover>
  )
}
