import { createSelection } from '../shared/selection.ts'

/** Numbers of extensions. */
export const selection = createSelection()
