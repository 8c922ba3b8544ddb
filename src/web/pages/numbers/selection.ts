import { createSelection } from '../../ui/table/selection.ts'

/** Selected extension numbers. */
export const numberSelection = createSelection()
