import { Alert, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import type { Warning } from '#contract/page.ts'
import { useT } from '../i18n/Language.tsx'
import classes from './Warnings.module.css'

/** What the BFF noticed about an answer that it could still use. */
export function Warnings({ warnings }: { warnings: readonly Warning[] }) {
  const t = useT()
  if (warnings.length === 0) return null
  return (
    <Alert
      variant="outline"
      color="var(--console-warning)"
      mb="md"
      icon={<IconAlertTriangle size={18} aria-hidden />}
      title={t('warnings.title')}
    >
      <ul className={classes.list}>
        {warnings.map(({ code, detail }) => (
          <li key={code + detail}>
            {t(`warning.${code}`)}{' '}
            <Text span size="xs" c="dimmed" ff="monospace">
              {detail}
            </Text>
          </li>
        ))}
      </ul>
    </Alert>
  )
}
