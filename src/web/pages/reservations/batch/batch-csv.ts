import { csvText } from '../../../lib/csv.ts'
import type { Planned } from './pairs.ts'

const columns = ['asked', 'name', 'workNumber', 'agentUuid', 'ext', 'state', 'note']

/** Returns a batch as CSV: the typed text, the agent found, the number, and the outcome. */
export const batchCsv = (
  planned: readonly Planned[],
  statusOf: (row: Planned) => { word: string; text: string | null },
): Promise<string> =>
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
