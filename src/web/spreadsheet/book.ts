import type { CollectedRows } from './row-collector.ts'
import type { OnProgress, ReadOptions } from './sheet.ts'

interface BookSheet {
  name: string
  isHidden: boolean
  /** Throws `Refusal`. */
  read: (options: ReadOptions, onProgress: OnProgress) => Promise<CollectedRows>
}

/** An opened workbook of any format. */
export interface Book {
  sheets: readonly BookSheet[]
  /** The name of the sheet on which it opens. */
  opened: string | undefined
}
