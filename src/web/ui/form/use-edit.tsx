import { Button, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { hasCode } from '../../api/api-error.ts'
import { useT } from '../../i18n/Language.tsx'

interface EditOptions<Saved> {
  /** What was saved when the dialog opened. */
  opened: Saved
  /** What is saved now; undefined while it is not known, or when it is gone. */
  now: Saved | undefined
  /** The error of the mutation that saves. */
  error: Error | null
  /** Puts the saved values into the form. */
  onUse: (latest: Saved) => void
  /** What is saved now, and by whom. `base` is what the user has seen. */
  describe?: (latest: Saved, base: Saved) => string
}

/**
 * Follows what a dialog edits. `base` is what the user has seen of it, whose version the change names. After an edit conflict,
 * `errorAction` shows what is saved since and a button to continue from there; what the user typed stays until they press it.
 */
export function useEdit<Saved>({ opened, now, error, onUse, describe }: EditOptions<Saved>) {
  const t = useT()
  const [base, setBase] = useState(opened)
  const errorAction = hasCode(error, 'edit-conflict') && now !== undefined && (
    <Stack gap="xs" mt="xs" align="flex-start">
      {describe !== undefined && (
        <Text style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>{describe(now, base)}</Text>
      )}
      <Button
        size="compact-sm"
        onClick={() => {
          setBase(now)
          onUse(now)
        }}
      >
        {t('action.useLatest')}
      </Button>
    </Stack>
  )
  return { base, errorAction }
}
