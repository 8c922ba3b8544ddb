import { Alert, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import type { Warning } from '#contract/page.ts'
import { useT } from '../../i18n/Language.tsx'

/** Lists the BFF's warnings about a usable answer of the service; renders nothing without warnings. */
export function Warnings({ warnings }: { warnings: readonly Warning[] }) {
  const t = useT()
  if (warnings.length === 0) return null
  return (
    <Alert icon={<IconAlertTriangle size={18} aria-hidden />} title={t('warnings.title')} mb="md">
      <Text component="ul" m={0} pl="lg">
        {warnings.map(({ code, detail }) => (
          <li key={code + detail}>
            {t(`warning.${code}`)}{' '}
            <Text span size="xs" c="dimmed" ff="monospace">
              {detail}
            </Text>
          </li>
        ))}
      </Text>
    </Alert>
  )
}
