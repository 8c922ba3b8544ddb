import { Button, Group, Modal, PasswordInput, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useT } from '../i18n/Language.tsx'
import { useReturnFocus } from '../ui/return-focus.ts'
import { Failure } from '../ui/Failure.tsx'

interface PasswordDialogProps {
  title: string
  text: string
  confirm: string
  danger?: boolean
  pending: boolean
  error: Error | null
  onConfirm: (password: string) => void
  onClose: () => void
}

/** Asks for the own password before something that opens doors. */
export function PasswordDialog(props: PasswordDialogProps) {
  const { title, text, confirm, danger = false, pending, error, onConfirm, onClose } = props
  const t = useT()
  const [password, setPassword] = useState('')
  useReturnFocus()
  return (
    <Modal opened onClose={onClose} title={title} withCloseButton={false} returnFocus={false} centered>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          if (password !== '') onConfirm(password)
        }}
      >
        <Stack gap="md">
          <Text size="sm">{text}</Text>
          {error !== null && <Failure error={error} />}
          <PasswordInput
            label={t('session.password')}
            value={password}
            onChange={(event) => setPassword(event.currentTarget.value)}
            autoComplete="current-password"
            visibilityToggleButtonProps={{ 'aria-label': t('session.showPassword') }}
            data-autofocus
          />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {t('action.cancel')}
            </Button>
            <Button
              type="submit"
              loading={pending}
              disabled={password === ''}
              {...(danger ? { color: 'red' } : {})}
            >
              {confirm}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
