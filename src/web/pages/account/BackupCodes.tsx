import { Alert, Button, Code, Group, SimpleGrid, Text } from '@mantine/core'
import { IconCopy, IconDownload } from '@tabler/icons-react'
import { useT } from '../../i18n/Language.tsx'
import { copyText } from '../../ui/text/CopyButton.tsx'
import { saveFile } from '../../lib/save-file.ts'

const fileName = 'extension-console-backup-codes.txt'

/** Backup codes, shown only once. Each code signs in once, without the authenticator. */
export function BackupCodes({ codes }: { codes: readonly string[] }) {
  const t = useT()
  const text = `${codes.join('\n')}\n`
  return (
    <Alert title={t('account.codes.title')}>
      <Text mb="sm">{t('account.codes.text')}</Text>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="xs" mb="sm">
        {codes.map((code) => (
          <Code key={code}>{code}</Code>
        ))}
      </SimpleGrid>
      <Group gap="xs">
        <Button
          size="compact-xs"
          leftSection={<IconCopy size={14} aria-hidden />}
          onClick={() => void copyText(t, text, t('account.codes.copied'))}
        >
          {t('account.codes.copy')}
        </Button>
        <Button
          size="compact-xs"
          leftSection={<IconDownload size={14} aria-hidden />}
          onClick={() => saveFile(fileName, new Blob([text], { type: 'text/plain' }))}
        >
          {t('account.codes.save')}
        </Button>
      </Group>
    </Alert>
  )
}
