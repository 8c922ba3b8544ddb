/** The subject of a history: one number, or all numbers of an agent. */
export type HistorySubject = { ext: string } | { agentUuid: string }
