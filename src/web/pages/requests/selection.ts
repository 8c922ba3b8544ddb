import { createSelection } from '../../ui/table/selection.ts'

/** Selected ids of service requests. */
export const requestSelection = createSelection()
