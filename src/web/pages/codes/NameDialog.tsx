import { Alert, Button, Select, Text, Textarea, TextInput } from '@mantine/core'
import { schemaResolver, useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { useState } from 'react'
import { codedFields, codeValue, naming, type CodeName, type Naming } from '#contract/codes.ts'
import { hasCode } from '../../api/api-error.ts'
import { readId } from '../../lib/typed.ts'
import { useT } from '../../i18n/Language.tsx'
import { closing, FormDialog } from '../../ui/form/FormDialog.tsx'
import { UseLatest } from '../../ui/form/UseLatest.tsx'
import { dangerColor, neutralColor } from '../../ui/text/meaning.ts'
import { changeNamesMutation } from '../../entities/code/queries.ts'
import type { CodeRow } from './code-rows.ts'

interface NameDialogProps {
  /** Null lets the user enter any code, including one never observed. */
  row: Pick<CodeRow, 'field' | 'value'> | null
  /** The current dictionary. */
  names: readonly CodeName[]
  onClose: () => void
}

const typedSchema = z.intersection(z.object({ field: z.enum(codedFields), value: codeValue }), naming)
type Typed = Naming & { field: (typeof codedFields)[number] | null; value: string }

const nameless: Naming = { en: '', zh: '', note: '' }
const namingOf = (name: CodeName | undefined): Naming =>
  name === undefined ? nameless : { en: name.en, zh: name.zh, note: name.note }

/** Names a code in both languages, or removes its name. Reports a conflict when another user saved first. */
export function NameDialog({ row, names, onClose }: NameDialogProps) {
  const t = useT()
  const find = (field: string | null, value: string) =>
    names.find((name) => name.field === field && name.value === value)
  // The name that the administrator sees, even if the dictionary changes while the dialog is open.
  const [base, setBase] = useState(() => (row === null ? undefined : find(row.field, row.value)))
  const sending = useMutation(changeNamesMutation())
  const form = useForm<Typed>({
    initialValues: { field: row?.field ?? null, value: row?.value ?? '', ...namingOf(base) },
    validate: schemaResolver(typedSchema, { sync: true }),
  })
  const { field, value } = form.values
  const now = find(field, value)
  const overtaken = hasCode(sending.error, 'edit-conflict')

  const send = (naming: Naming | null) => {
    if (field === null) return
    const known = row === null ? now : base
    const done = t(naming === null ? 'codes.removed' : 'codes.saved', { code: `${field} ${value}` })
    sending.mutate([{ field, value, version: known?.version ?? 0, name: naming }], closing(onClose, done))
  }
  const takeOver = () => {
    setBase(now)
    form.setValues(namingOf(now))
    form.resetDirty({ field, value, ...namingOf(now) })
  }
  const input = (key: 'en' | 'zh') => ({
    ...form.getInputProps(key),
    label: t(`codes.name.${key}`),
    maxLength: 60,
    error: form.errors['en'] !== undefined && key === 'en' && t('codes.name.wrong'),
  })
  return (
    <FormDialog
      title={row === null ? t('codes.add') : t('codes.name.of', { code: `${row.field} ${row.value}` })}
      submit={t('action.save')}
      onSubmit={form.onSubmit((typed) => send(z.parse(naming, typed)))}
      onClose={onClose}
      isDirty={form.isDirty()}
      sending={sending}
      errorAction={
        overtaken && (
          <UseLatest onUse={takeOver}>
            <Text>
              {now === undefined
                ? t('codes.now.none')
                : t('codes.now', { en: now.en, zh: now.zh, by: now.changedBy })}
            </Text>
          </UseLatest>
        )
      }
      actions={
        base !== undefined && (
          <Button
            variant="subtle"
            color={dangerColor}
            mr="auto"
            onClick={() => send(null)}
            disabled={sending.isPending}
          >
            {t('codes.remove')}
          </Button>
        )
      }
    >
      {row === null && (
        <>
          <Select
            label={t('codes.field')}
            data={[...codedFields]}
            {...form.getInputProps('field')}
            error={form.errors['field'] !== undefined && t('codes.field.wrong')}
            withScrollArea={false}
            data-autofocus
          />
          <TextInput
            label={t('codes.value')}
            inputMode="numeric"
            {...form.getInputProps('value')}
            onChange={(event) => form.setFieldValue('value', readId(event.currentTarget.value))}
            error={form.errors['value'] !== undefined && t('codes.value.wrong')}
          />
          {now !== undefined && (
            <Alert color={neutralColor}>{t('codes.named', { name: now.en || now.zh })}</Alert>
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
        {...form.getInputProps('note')}
        onChange={(event) => form.setFieldValue('note', event.currentTarget.value.replaceAll('\n', ' '))}
      />
    </FormDialog>
  )
}
