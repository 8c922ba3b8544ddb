import { useMutation } from '@tanstack/react-query'
import { hasCode } from '../../api/api-error.ts'
import { useT } from '../../i18n/Language.tsx'
import { useFailureToast, toast } from '../../ui/feedback/toast.ts'
import { saveAs, type ExportFormat } from './save-export.ts'

export interface Export {
  /** The file name, without extension. */
  name: string
  csv: (format: ExportFormat) => Blob | string | Promise<Blob | string>
  /** Shown when the endpoint refuses a file with too many rows. */
  tooMany?: { title: string; message: string } | undefined
  /** Returns the number of rows in the list; a toast reports a file with fewer rows. */
  total?: (() => number | undefined) | undefined
}

/** Saves a list as a file. A toast shows the file's row count, since the list may have changed, or why there is no file. */
export function useExport({ name, csv, tooMany, total }: Export) {
  const t = useT()
  const fail = useFailureToast()
  const asSentence = (text: string) => t('sentence.following', { text })
  return useMutation({
    mutationFn: async (format: ExportFormat) => saveAs(name, await csv(format), format),
    onSuccess: async (saved) => {
      const message = t('export.saved', { name: saved.name, count: saved.rows })
      const split = saved.sheets === 1 ? '' : asSentence(t('export.saved.sheets', { sheets: saved.sheets }))
      const listed = total?.() ?? 0
      const fewer = saved.rows >= listed ? '' : asSentence(t('export.saved.fewer', { total: listed }))
      toast({ id: 'export', tone: 'success', message: message + split + fewer })
    },
    onError: (error) =>
      tooMany !== undefined && hasCode(error, 'bad-request')
        ? toast({ tone: 'failure', ...tooMany })
        : fail(error),
  })
}
