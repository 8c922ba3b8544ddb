import { Alert, List, Text } from '@mantine/core'
import '@mantine/core/styles/List.css'
import { IconAlertTriangle } from '@tabler/icons-react'
import type { Warning } from '#contract/page.ts'
import { useT } from '../i18n/Language.tsx'

/** What the BFF noticed about an answer that it could still use. */
export function Warnings({ warnings }: { warnings: readonly Warning[] }) {
  const t = useT()
  if (warnings.length === 0) return null
  return (
    <Alert
      variant="outline"
      color="yellow.9"
      mb="md"
      icon={<IconAlertTriangle size={18} aria-hidden />}
      title={t('warnings.title')}
    >
      <List size="sm">
        {warnings.map(({ code, detail }) => (
          <List.Item key={code + detail}>
            {t(`warning.${code}`)}{' '}
            <Text span size="xs" c="dimmed" ff="monospace">
              {detail}
            </Text>
          </List.Item>
        ))}
      </List>
    </Alert>
  )
}
