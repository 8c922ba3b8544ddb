import { useForm } from '@mantine/form'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { fieldNames, wrongFields, type FieldName, type FormValues } from '../../entities/creation/values.ts'
import { useT } from '../../i18n/Language.tsx'
import { identify } from './PersonField.tsx'
import { refusedFields } from './Refusal.tsx'

type Errors = Readonly<Record<string, unknown>>

const markErrors = (names: readonly FieldName[]): Record<string, true> =>
  Object.fromEntries(names.map((name) => [name, true]))

/** Focuses the first wrong field by the `data-path` attribute from `getInputProps`, and unfolds it. */
function focusFirst(errors: Errors): void {
  const name = fieldNames.find((each) => errors[each] !== undefined)
  const field = document.querySelector<HTMLElement>(`form [data-path="${name}"]`)
  const folded = field?.closest('details')
  if (folded != null) folded.open = true
  field?.focus()
}

export interface CreateFormOptions {
  initial: FormValues
  /** `onError` receives the server's refusal. */
  onSubmit: (values: FormValues, onError: (error: Error) => void) => void
  onChange: (values: FormValues, dirty: boolean) => void
}

/** The fields of a creation. Submits them once it is clear for whom the number is; focuses what is wrong or refused. */
export function useCreateForm({ initial, onSubmit, onChange }: CreateFormOptions) {
  const t = useT()
  const client = useQueryClient()
  const form = useForm<FormValues>({
    initialValues: initial,
    // The directory may know a text that is no ID.
    validate: (values) => markErrors(wrongFields({ ...values, agentID: '' })),
    onValuesChange: (values) => onChange(values, form.isDirty()),
  })
  const { mutate, isPending } = useMutation({ mutationFn: (values: FormValues) => identify(client, values) })
  const showErrors = (errors: Record<string, string | true>) => {
    form.setErrors(errors)
    focusFirst(errors)
  }
  const submit = (values: FormValues) =>
    mutate(values, {
      onSuccess: (person) => {
        if (typeof person === 'string') showErrors({ agentID: t(`create.person.${person}`) })
        else onSubmit({ ...values, ...person }, (refusal) => showErrors(markErrors(refusedFields(refusal))))
      },
    })
  return {
    form,
    submit: form.onSubmit((values) => {
      if (!isPending) submit(values)
    }, focusFirst),
    isIdentifying: isPending,
    /** Why a field is wrong, in words. */
    errorOf: (name: FieldName) => {
      const error = form.errors[name]
      // The description states the allowed values; the error repeats them after a violation.
      return error === true ? t(`create.${name}.wrong`) : error
    },
  }
}
