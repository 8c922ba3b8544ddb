import { createSelection } from '../shared/selection.ts'

/** Ids of service requests. */
export const selection = createSelection()
