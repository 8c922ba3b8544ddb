import { createSelection } from '../shared/selection.ts'

/** Selected ids of service requests. */
export const selection = createSelection()
