import type { Reservation } from '#contract/reservations.ts'

/** Returns the name of a reservation's agent or joiner, else the work number, UUID or joiner ID. */
export const reservedFor = ({
  agentName,
  workNumber,
  agentUuid,
  joinerId,
}: Pick<Reservation, 'agentName' | 'workNumber' | 'agentUuid' | 'joinerId'>): string =>
  agentName ?? workNumber ?? agentUuid ?? joinerId ?? ''
