import { Center, Group, Paper, Stack } from '@mantine/core'
import { useDocumentTitle } from '@mantine/hooks'
import type { ReactNode } from 'react'
import { useT } from '../../i18n/Language.tsx'
import { ColorSchemeSwitch, LanguageSwitch } from '../../ui/layout/Switches.tsx'

/** The frame of pages before the console opens: one card, with the switches for language and colors. Sets the document's title. */
export function EntryFrame({ title, children }: { title: string; children: ReactNode }) {
  const t = useT()
  useDocumentTitle(`${title} · ${t('product')}`)
  return (
    <Center component="main" mih="100dvh" px="md" py="4rem" bg="var(--console-raised)">
      <Group justify="flex-end" gap="xs" pos="absolute" top="0.75rem" right="0.75rem">
        <LanguageSwitch />
        <ColorSchemeSwitch />
      </Group>
      <Paper withBorder w="100%" maw="25rem" p="xl">
        <Stack gap="lg">{children}</Stack>
      </Paper>
    </Center>
  )
}
