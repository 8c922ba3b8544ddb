import type { InventoryItem } from '#contract/inventory.ts'
import type { Person } from '../../entities/agent/agent-text.ts'

/** Returns the agent of a bound number, or the last observed agent of any other number. */
export const agentOf = ({ agentName, agentWorkNumber, agentDepartment }: InventoryItem): Person => ({
  name: agentName,
  workNumber: agentWorkNumber,
  department: agentDepartment,
})

/** Returns since when a number is in its state: for a bound one the service's time of the binding, when it gives one. */
export const since = ({ state, stateSince, bindTime }: InventoryItem): number =>
  state === 'bound' ? (bindTime ?? stateSince) : stateSince
