import type { InventoryItem } from '#contract/inventory.ts'
import type { Person } from '../../entities/agent/agent-text.ts'

/** Returns the agent of a bound number, or the last observed agent of any other number. */
export const agentOf = ({ agentName, agentWorkNumber, agentDepartment }: InventoryItem): Person => ({
  name: agentName,
  workNumber: agentWorkNumber,
  department: agentDepartment,
})
