import type { DatabaseSync } from 'node:sqlite'

const maxOfEach = 200

/** Answers operation 12. Agents never change after seeding, so each company's agents are read once, on first use. */
export function createSuggestions(db: DatabaseSync) {
  const numbersFrom = db.prepare(
    'SELECT ext FROM extension WHERE company_id = ? AND ext >= ? AND ext < ? ORDER BY ext LIMIT ?',
  )
  const readAgents = db.prepare(
    'SELECT agent_id, agent_name, depart FROM agent WHERE company_id = ? ORDER BY number',
  )
  const searchable = (text: string) => ({ text, lower: text.toLowerCase() })
  const directories = new Map<string, ReturnType<typeof readDirectory>>()

  function readDirectory(companyId: string) {
    const agents = readAgents.all(companyId)
    return {
      departments: [...new Set(agents.map((agent) => String(agent['depart'])))].map(searchable),
      agents: agents.map((agent) => ({
        workNumber: String(agent['agent_id']),
        ...searchable(String(agent['agent_name'])),
      })),
    }
  }
  function directoryOf(companyId: string) {
    const directory = directories.get(companyId) ?? readDirectory(companyId)
    directories.set(companyId, directory)
    return directory
  }

  return {
    /**
     * Returns numbers that begin with the text, departments and agents that contain it, and agents whose work number begins
     * with it. At most 200 numbers and 200 agents.
     */
    suggest(companyId: string, text: string): string[] {
      const search = text.toLowerCase()
      const { departments, agents } = directoryOf(companyId)
      const numbers = /^\d+$/.test(text) ? numbersFrom.all(companyId, text, `${text}:`, maxOfEach) : []
      const people = agents
        .values()
        .filter((agent) => agent.lower.includes(search) || agent.workNumber.startsWith(text))
        .take(maxOfEach)
      return [
        ...new Set([
          ...numbers.map((row) => String(row['ext'])),
          ...departments.filter(({ lower }) => lower.includes(search)).map((department) => department.text),
          ...people.map((agent) => agent.text),
        ]),
      ]
    },
  }
}
