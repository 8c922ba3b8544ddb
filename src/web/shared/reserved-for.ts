import type { Reservation } from '#contract/reservations.ts'

/** What the agent or joiner of a reservation is called. */
export const reservedFor = ({
  agentName,
  workNumber,
  agentUuid,
  joinerId,
}: Pick<Reservation, 'agentName' | 'workNumber' | 'agentUuid' | 'joinerId'>): string =>
  agentName ?? workNumber ?? agentUuid ?? joinerId ?? ''
