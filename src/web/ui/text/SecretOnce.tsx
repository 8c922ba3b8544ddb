import { Alert, Button, Code, Group } from '@mantine/core'
import { IconCopy } from '@tabler/icons-react'
import { useState } from 'react'
import { useT } from '../../i18n/Language.tsx'
import { useUnsavedChanges } from '../../lib/navigation-blocker.ts'
import { copyText } from './CopyButton.tsx'

interface SecretOnceProps {
  secret: string
  title?: string
  /** Says that the secret can't be read again. */
  note: string
  copy: string
  copied: string
}

/** A secret that only this dialog shows: leaving and closing ask, until it is copied. */
export function SecretOnce({ secret, title, note, copy, copied }: SecretOnceProps) {
  const t = useT()
  const [isCopied, setCopied] = useState(false)
  useUnsavedChanges(!isCopied, 'once')
  return (
    <>
      <Alert title={title}>{note}</Alert>
      <Code fz="sm" style={{ overflowWrap: 'anywhere' }}>
        {secret}
      </Code>
      <Group>
        <Button
          leftSection={<IconCopy size={14} aria-hidden />}
          onClick={() => void copyText(t, secret, copied).then((done) => done && setCopied(true))}
          data-autofocus
        >
          {copy}
        </Button>
      </Group>
    </>
  )
}
