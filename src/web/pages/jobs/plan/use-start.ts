import { useForm } from '@mantine/form'
import { useNavigate } from 'react-router-dom'
import * as z from 'zod/mini'
import { newExtension, type NewExtension } from '#contract/extensions.ts'
import { newJob, type NewItem, type NewJob } from '#contract/jobs.ts'
import { ApiError } from '../../../api/api-error.ts'
import { useIdempotentMutation } from '../../../api/idempotent-mutation.ts'
import { createJobMutation } from '../../../entities/job/queries.ts'
import { watchJob } from '../../../entities/job/watched.ts'
import { useT } from '../../../i18n/Language.tsx'
import { useNavigationBlocker } from '../../../lib/navigation-blocker.ts'
import { paths } from '../../../lib/paths.ts'

interface JobForm {
  name: string
  langCodeTxt: string
  passwords: NewJob['passwords']
  /** The number of rows to create, typed by the user as confirmation. */
  confirmation: string
}

const initialValues: JobForm = {
  name: '',
  langCodeTxt: '',
  passwords: { fill: 'random', length: 16 },
  confirmation: '',
}

const trimmed = (input: string) => (input.trim() === '' ? undefined : input.trim())

/** Returns the job of these rows; those without a `langCodeTxt` get that of the form. */
export const toJob = (
  { name, langCodeTxt, passwords }: Omit<JobForm, 'confirmation'>,
  rows: readonly NewItem[],
  suggestedName: string,
): NewJob => ({
  name: trimmed(name) ?? suggestedName,
  items: rows.map((row) => ({ langCodeTxt: trimmed(langCodeTxt), ...row })),
  passwords,
})

/** Returns the numbers that another user is creating, from the request positions in the BFF's error. */
export function underWayIn(error: Error | null, sent: readonly NewExtension[]): string[] {
  if (!(error instanceof ApiError) || error.code !== 'creation-in-progress') return []
  return error.errors.flatMap(({ path }) => {
    const index = Number(/^items\.(\d+)\.ext$/.exec(path)?.[1] ?? -1)
    return sent[index]?.ext ?? []
  })
}

interface StartOptions {
  rows: readonly NewItem[]
  suggestedName: string
  /** Called once the job has the rows. */
  onStarted: ((jobId: string) => void) | undefined
}

/** The form of a job, and its start, which leads to the job's page. */
export function useStart({ rows, suggestedName, onStarted }: StartOptions) {
  const t = useT()
  const navigate = useNavigate()
  const { unblockAll } = useNavigationBlocker()
  const creation = useIdempotentMutation(createJobMutation())
  const form = useForm<JobForm>({
    initialValues,
    validateInputOnChange: ['name', 'langCodeTxt'],
    validate: {
      name: (input) =>
        z.safeParse(newJob.shape.name, trimmed(input) ?? suggestedName).success ? null : t('plan.name.wrong'),
      langCodeTxt: (input) =>
        z.safeParse(newExtension.shape.langCodeTxt, trimmed(input)).success
          ? null
          : t('create.langCodeTxt.wrong'),
    },
  })
  const start = form.onSubmit((values) =>
    creation.submit(toJob(values, rows, suggestedName), {
      onSuccess: ({ id }) => {
        watchJob(id)
        onStarted?.(id)
        unblockAll()
        void navigate(paths.job(id))
      },
    }),
  )
  return {
    form,
    creation,
    start: () => start(),
    /** The numbers that another user is creating. */
    underWay: underWayIn(creation.error, creation.sent?.items ?? []),
  }
}
