import { Alert, Button, Group, Modal, Select, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { useState } from 'react'
import { codedFields, codeValue, naming, type CodeName, type Naming } from '#contract/codes.ts'
import { hasCode } from '../api/api-error.ts'
import { useT } from '../i18n/Language.tsx'
import { announce } from '../ui/feedback/announce.ts'
import { ErrorAlert } from '../ui/feedback/ErrorAlert.tsx'
import { useReturnFocus } from '../ui/focus/return-focus.ts'
import { changeNamesMutation } from '../shared/code-names/queries.ts'
import type { CodeRow } from './code-rows.ts'

interface NameDialogProps {
  /** Null: any code, one that was never seen as well. */
  row: Pick<CodeRow, 'field' | 'value'> | null
  /** The dictionary as it is now. */
  names: readonly CodeName[]
  onClose: () => void
}

const nameless: Naming = { en: '', zh: '', note: '' }
const namingOf = (name: CodeName | undefined): Naming =>
  name === undefined ? nameless : { en: name.en, zh: name.zh, note: name.note }

/** Names a code in both languages, or takes its name away; says so when another user was first. */
export function NameDialog({ row, names, onClose }: NameDialogProps) {
  const t = useT()
  useReturnFocus()
  const find = (field: string | null, value: string) =>
    names.find((name) => name.field === field && name.value === value)
  const [field, setField] = useState<(typeof codedFields)[number] | null>(row?.field ?? null)
  const [value, setValue] = useState(row?.value ?? '')
  // What the administrator sees, even if the dictionary changes in between.
  const [base, setBase] = useState(() => (row === null ? undefined : find(row.field, row.value)))
  const [text, setText] = useState(() => namingOf(base))
  const [tried, setTried] = useState(false)
  const { mutate, isPending, error } = useMutation(changeNamesMutation())
  const code = z.safeParse(codeValue, value)
  const name = z.safeParse(naming, text)
  const now = find(field, value)
  const overtaken = hasCode(error, 'edit-conflict')

  const send = (wanted: Naming | null) => {
    if (field === null || !code.success) return
    const known = row === null ? find(field, value) : base
    mutate([{ field, value, version: known?.version ?? 0, name: wanted }], {
      onSuccess: () => {
        announce(t(wanted === null ? 'codes.removed' : 'codes.saved', { code: `${field} ${value}` }))
        onClose()
      },
    })
  }
  const takeOver = () => {
    setBase(now)
    setText(namingOf(now))
  }
  const input = (key: 'en' | 'zh') => ({
    label: t(`codes.name.${key}`),
    maxLength: 60,
    value: text[key],
    error: tried && !name.success && key === 'en' ? t('codes.name.wrong') : undefined,
    onChange: (event: { currentTarget: { value: string } }) => {
      const typed = event.currentTarget.value
      setText((before) => ({ ...before, [key]: typed }))
    },
  })
  return (
    <Modal
      opened
      onClose={onClose}
      title={row === null ? t('codes.add') : t('codes.name.of', { code: `${row.field} ${row.value}` })}
      withCloseButton={false}
      returnFocus={false}
      centered
    >
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          setTried(true)
          if (name.success) send(name.data)
        }}
      >
        <Stack gap="md">
          {error !== null && (
            <ErrorAlert error={error}>
              {overtaken && (
                <Stack gap="xs" mt="xs">
                  <Text size="sm">
                    {now === undefined
                      ? t('codes.now.none')
                      : t('codes.now', { en: now.en, zh: now.zh, by: now.changedBy })}
                  </Text>
                  <div>
                    <Button size="compact-sm" variant="default" onClick={takeOver}>
                      {t('codes.now.take')}
                    </Button>
                  </div>
                </Stack>
              )}
            </ErrorAlert>
          )}
          {row === null && (
            <>
              <Select
                label={t('codes.field')}
                data={[...codedFields]}
                value={field}
                onChange={(chosen) => setField(codedFields.find((each) => each === chosen) ?? null)}
                error={tried && field === null ? t('codes.field.wrong') : undefined}
                withScrollArea={false}
                comboboxProps={{ withinPortal: false }}
                data-autofocus
              />
              <TextInput
                label={t('codes.value')}
                inputMode="numeric"
                value={value}
                onChange={(event) => setValue(event.currentTarget.value.trim())}
                error={tried && !code.success ? t('codes.value.wrong') : undefined}
              />
              {now !== undefined && (
                <Alert variant="outline">{t('codes.named', { name: now.en || now.zh })}</Alert>
              )}
            </>
          )}
          <TextInput {...input('en')} lang="en" {...(row === null ? {} : { 'data-autofocus': true })} />
          <TextInput {...input('zh')} lang="zh-CN" />
          <Textarea
            label={t('codes.note')}
            description={t('codes.note.text')}
            autosize={false}
            rows={2}
            maxLength={300}
            value={text.note}
            onChange={(event) => {
              const typed = event.currentTarget.value.replaceAll('\n', ' ')
              setText((before) => ({ ...before, note: typed }))
            }}
          />
          <Group justify="space-between">
            {base === undefined ? (
              <span />
            ) : (
              <Button variant="subtle" color="red" onClick={() => send(null)} disabled={isPending}>
                {t('codes.remove')}
              </Button>
            )}
            <Group gap="sm">
              <Button variant="default" onClick={onClose}>
                {t('action.cancel')}
              </Button>
              <Button type="submit" loading={isPending}>
                {t('codes.save')}
              </Button>
            </Group>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
