import { Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import type { Warning } from '#contract/page.ts'
import { useT } from '../../i18n/Language.tsx'
import classes from './Warnings.module.css'

/** Lists the BFF's warnings about a usable answer of the service; renders nothing without warnings. */
export function Warnings({ warnings }: { warnings: readonly Warning[] }) {
  const t = useT()
  if (warnings.length === 0) return null
  return (
    <div className={classes.root} role="alert">
      <IconAlertTriangle size={18} aria-hidden />
      <Text fw={700}>{t('warnings.title')}</Text>
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
    </div>
  )
}
