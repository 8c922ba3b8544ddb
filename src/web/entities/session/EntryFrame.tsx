import { Group, Paper, Stack } from '@mantine/core'
import { useDocumentTitle } from '@mantine/hooks'
import type { ReactNode } from 'react'
import { useT } from '../../i18n/Language.tsx'
import { ColorSchemeSwitch, LanguageSwitch } from '../../ui/layout/Switches.tsx'
import classes from './EntryFrame.module.css'

/** The frame of pages before the console opens: one card, with the switches for language and colors. Sets the document's title. */
export function EntryFrame({ title, children }: { title: string; children: ReactNode }) {
  const t = useT()
  useDocumentTitle(`${title} · ${t('product')}`)
  return (
    <main className={classes.page}>
      <Group justify="flex-end" gap="xs" className={classes.switches}>
        <LanguageSwitch />
        <ColorSchemeSwitch />
      </Group>
      <Paper withBorder className={classes.card}>
        <Stack gap="lg">{children}</Stack>
      </Paper>
    </main>
  )
}
