import { Button, Group, Modal, Stack, Text, type ModalProps } from '@mantine/core'
import type { ReactNode, SubmitEvent } from 'react'
import { useT } from '../../i18n/Language.tsx'
import { ErrorAlert } from '../feedback/ErrorAlert.tsx'
import { useReturnFocus } from '../focus/return-focus.ts'

/** Below may be a secret that is for none but the user who is asked for proof. */
export const opaqueOverlay = { backgroundOpacity: 1, color: 'var(--mantine-color-body)' } as const

type DialogProps = Omit<ModalProps, 'opened' | 'returnFocus'>

/** A modal that is mounted open, and returns the focus when it is closed. */
export function Dialog(props: DialogProps) {
  useReturnFocus()
  return <Modal opened centered withCloseButton={false} returnFocus={false} {...props} />
}

interface DialogFormProps {
  /** Names the button that submits; null where it is done. */
  submit: string | null
  /** Not called while `pending`, or before the form `isReady`. */
  onSubmit: (event: SubmitEvent<HTMLFormElement>) => void
  onClose: () => void
  pending: boolean
  error: Error | null
  /** What to do about the error, below it. */
  errorAction?: ReactNode
  isReady?: boolean
  danger?: boolean
  cancel?: string
  /** The answer is shown once: the dialog stays until it is there. */
  keepWhilePending?: boolean
  /** Nothing is to be typed: Enter confirms. */
  autoFocusSubmit?: boolean
  /** Further actions, before the buttons. */
  actions?: ReactNode
  children: ReactNode
}

/** The form of a dialog: what was refused, the fields, the buttons. */
export function DialogForm({
  submit,
  onSubmit,
  onClose,
  pending,
  error,
  errorAction,
  isReady = true,
  danger = false,
  cancel,
  keepWhilePending = false,
  autoFocusSubmit = false,
  actions,
  children,
}: DialogFormProps) {
  const t = useT()
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (!pending && isReady) onSubmit(event)
      }}
    >
      <Stack gap="md">
        {error !== null && !pending && <ErrorAlert error={error}>{errorAction}</ErrorAlert>}
        {children}
        <Group justify="flex-end" gap="sm">
          {actions}
          <Button variant="default" onClick={onClose} disabled={keepWhilePending && pending}>
            {cancel ?? t('action.cancel')}
          </Button>
          {submit !== null && (
            <Button
              type="submit"
              loading={pending}
              disabled={!isReady}
              data-autofocus={autoFocusSubmit || undefined}
              {...(danger ? { color: 'red' } : {})}
            >
              {submit}
            </Button>
          )}
        </Group>
      </Stack>
    </form>
  )
}

type FormDialogProps = DialogFormProps &
  Pick<DialogProps, 'title' | 'size' | 'closeOnEscape' | 'closeOnClickOutside'>

/** A form in a dialog. */
export function FormDialog({
  title,
  size = 'md',
  closeOnEscape = true,
  closeOnClickOutside = true,
  ...form
}: FormDialogProps) {
  return (
    <Dialog {...{ title, size, closeOnEscape, closeOnClickOutside }} onClose={form.onClose}>
      <DialogForm {...form} />
    </Dialog>
  )
}

interface ConfirmDialogProps extends Pick<DialogFormProps, 'onClose' | 'cancel' | 'danger'> {
  title: string
  text: string
  confirm: string
  onConfirm: () => void
}

/** Asks before an action, which goes on in the page. */
export function ConfirmDialog({ title, text, confirm, onConfirm, ...rest }: ConfirmDialogProps) {
  return (
    <FormDialog title={title} submit={confirm} onSubmit={onConfirm} pending={false} error={null} {...rest}>
      <Text size="sm">{text}</Text>
    </FormDialog>
  )
}
