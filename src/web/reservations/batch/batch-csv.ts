import { csvText } from '../../lib/csv.ts'
import type { Planned } from './pairs.ts'

const columns = ['asked', 'name', 'workNumber', 'agentUuid', 'ext', 'state', 'note']

/** A batch as CSV: what was asked for, who was meant, the number, and what came of it. */
export const batchCsv = (
  planned: readonly Planned[],
  statusOf: (row: Planned) => { word: string; text: string | null },
): string =>
  csvText(
    columns,
    planned.map((row) => {
      const { agent, ext } = row
      const { word, text } = statusOf(row)
      return [
        agent.text,
        agent.agent?.name ?? '',
        (agent.why === null ? agent.known?.workNumber : null) ?? '',
        agent.agent?.isJoiner === false ? agent.agent.id : '',
        ext ?? '',
        word,
        text ?? '',
      ]
    }),
  )
