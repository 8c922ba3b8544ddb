import { Button, Code, Group, Paper, Text } from '@mantine/core'
import { useState } from 'react'
import type { Extension } from '#contract/records.ts'
import { useT } from '../../i18n/Language.tsx'
import { CopyButton } from '../../ui/text/CopyButton.tsx'

/** Returns the record as JSON under the specification's names. Replaces each secret and each value of the free map with `withheld`. */
function recordJson({ secretsHeld, extensionsKeys, ...record }: Extension, withheld: string): string {
  const hidden = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, withheld]))
  return JSON.stringify(
    {
      ...record,
      password: null,
      ha1: null,
      ha1b: null,
      ...hidden(secretsHeld),
      extensions: hidden(extensionsKeys),
    },
    null,
    2,
  )
}

/** The full record, for comparison with the service's answer. */
export function TechnicalDetails({ extension }: { extension: Extension }) {
  const t = useT()
  const [isOpen, setOpen] = useState(false)
  const json = recordJson(extension, t('detail.withheld'))
  return (
    <section aria-label={t('detail.technical')}>
      <Button
        variant="subtle"
        size="compact-sm"
        aria-expanded={isOpen}
        onClick={() => setOpen((open) => !open)}
      >
        {t('detail.technical')}
      </Button>
      {isOpen && (
        <Paper withBorder p="md" mt="xs">
          <Group justify="space-between" wrap="nowrap" mb="xs">
            <Text size="sm" c="dimmed">
              {t('detail.technical.text')}
            </Text>
            <CopyButton value={json} label={t('copy.value', { value: 'JSON' })} />
          </Group>
          <Code block tabIndex={0}>
            {json}
          </Code>
        </Paper>
      )}
    </section>
  )
}
