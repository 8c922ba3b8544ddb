import type { ExtensionRecord } from '../records.ts'
import type { Reply } from './probe.ts'

/** What earlier steps found, for later ones. */
export interface Facts {
  clockDifference: number | null
  /** The answer of operation 8 to a request without a credential. */
  withoutCredential: Reply | null
  /** Its answer with the credential. */
  withCredential: Reply | null
  /** The idle numbers seen, in the service's order. */
  idle: string[]
  /** Records of details; the first is idle. */
  records: ExtensionRecord[]
  /** A bound agent's uuid. */
  agentUuid: string | null
}

export const noFacts = (): Facts => ({
  clockDifference: null,
  withoutCredential: null,
  withCredential: null,
  idle: [],
  records: [],
  agentUuid: null,
})
