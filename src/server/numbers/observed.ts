import type { Observation } from '#upstream/client.ts'
import type { NumberedExtension } from '#upstream/records.ts'

/** An observation of one number; `record` is null when the service does not know it. */
export interface Observed extends Pick<Observation, 'source' | 'at'> {
  ext: string
  record: NumberedExtension | null
}

/** What an answer of the service shows of each number. */
export const observedIn = ({ records, absent, source, at }: Observation): Observed[] => [
  ...records.map((record) => ({ ext: record.ext, record, source, at })),
  ...absent.map((ext) => ({ ext, record: null, source, at })),
]
