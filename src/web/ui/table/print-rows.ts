import { useWindowEvent } from '@mantine/hooks'
import { useEffect } from 'react'
import { useT } from '../../i18n/Language.tsx'
import { sharedValue } from '../../lib/shared-value.ts'
import type { ReadStatus } from '../feedback/StaleNotice.tsx'
import { toast } from '../feedback/toast.ts'
import { isDialogOpen } from '../form/dialogs.tsx'
import { loadLongRows } from './DataTable.tsx'

/** Most rows of one print. */
export const mostPrinted = 1_000

/** `reading`: the list reads all that its filter finds, to print it; `shown`: the browser prints it. */
const printing = sharedValue<'no' | 'reading' | 'shown'>('no')
/** True while a list has the rows to print instead of its page. */
export const useIsPrinting = (): boolean => printing.use() !== 'no'

interface PrintedList {
  isFirstPage: boolean
  pageSize: number | undefined
}

/**
 * Returns a function that prints what the list's filter finds, and not only its page. Ctrl P does the same. `data`: what the list
 * shows, which may come after the query's answer.
 */
export function usePrintRows(
  { isFirstPage, pageSize }: PrintedList,
  data: { items: readonly unknown[]; total?: number } | undefined,
  { error, isPlaceholderData }: Pick<ReadStatus, 'error' | 'isPlaceholderData'>,
): () => void {
  const t = useT()
  const state = printing.use()
  const rowCount = data?.items.length ?? 0
  // A list that is paged by key has no total: a full page may have a next one.
  const isWhole =
    data !== undefined &&
    (pageSize === undefined ||
      (isFirstPage && (data.total === undefined ? rowCount < pageSize : data.total <= rowCount)))
  const print = async () => {
    await loadLongRows().catch(() => undefined)
    printing.set('reading')
  }
  useWindowEvent('keydown', (event) => {
    const isPrint = (event.ctrlKey || event.metaKey) && !event.shiftKey && event.key.toLowerCase() === 'p'
    if (!isPrint || isWhole || isDialogOpen()) return
    event.preventDefault()
    void print()
  })
  useEffect(() => {
    if (state !== 'reading') return
    if (error !== null) {
      printing.set('no')
      toast({ tone: 'failure', message: t('table.print.failed') })
    } else if (data !== undefined && !isPlaceholderData) {
      printing.set('shown')
      window.addEventListener('afterprint', () => printing.set('no'), { once: true })
      // After React has finished: it renders all rows of a long list when the browser begins to print.
      queueMicrotask(() => window.print())
    }
  }, [state, data, error, isPlaceholderData, t])
  useEffect(() => () => printing.set('no'), [])
  return () => (isWhole ? window.print() : void print())
}
