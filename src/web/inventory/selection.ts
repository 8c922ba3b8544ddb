import { createSelection } from '../shared/selection.ts'

/** Selected extension numbers. */
export const selection = createSelection()
