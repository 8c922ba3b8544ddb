import { exportIdle } from '#contract/extensions.ts'
import { hasCode } from '../../api/api-error.ts'
import { callForFile } from '../../api/call.ts'
import { messageFor } from '../../api/message-for.ts'
import type { Translate } from '../../i18n/catalogue.ts'
import { saveExport, type ExportFormat } from '../../shared/spreadsheet/save-export.ts'
import { toast } from '../../ui/feedback/toast.ts'
import type { IdleList } from './idle-state.ts'

/** Saves every idle extension that the filters show; why it cannot is shown as a toast. */
export async function saveIdle(filters: IdleList['filters'], format: ExportFormat, t: Translate): Promise<void> {
  try {
    await saveExport('idle', await callForFile(exportIdle, { query: filters }), format, t)
  } catch (error) {
    const { sentence, next } = messageFor(error)
    const [title, message] = hasCode(error, 'bad-request')
      ? [t('idle.export.tooMany'), t('idle.export.tooMany.next')]
      : [t(sentence), t(next)]
    await toast({ tone: 'failure', title, message })
  }
}
