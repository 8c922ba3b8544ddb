import { DatabaseSync } from 'node:sqlite'
import { join } from 'node:path'
import { startConsole } from './console.ts'
import type { Check } from './check.ts'

/** A user's limit of reveals per minute. Sends this many in parallel, then resets the counts. */
const atOnce = 10

/** R28: each reveal leaves one intent and one outcome, and no trace of the secret. */
export async function reveals(count: number): Promise<Check[]> {
  const console = await startConsole()
  const store = new DatabaseSync(join(console.dataDir, 'console.db'), { timeout: 10_000 })
  try {
    const shown = new Set<string>()
    let answered = 0
    const reveal = async () => {
      const answer = await fetch(`${console.url}/api/extensions/1000/secret`, {
        method: 'POST',
        headers: { ...console.own, cookie: console.nextCookie() },
        body: JSON.stringify({ reason: 'proving that each is on record' }),
      })
      const text = await answer.text()
      const [, password] = /^\{"password":"([^"]{8,})"\}$/.exec(text) ?? []
      if (answer.status !== 200 || password === undefined) return
      answered++
      shown.add(password)
    }
    for (let begun = 0; begun < count; begun += atOnce) {
      store.exec(`DELETE FROM attempt_count WHERE key LIKE 'reveal:%' OR key LIKE 'dailyReveal:%'`)
      await Promise.all(Array.from({ length: atOnce }, reveal))
    }
    const complete = store
      .prepare(
        `SELECT request_id FROM audit WHERE action = 'extension.reveal' GROUP BY request_id
         HAVING count(*) = 2 AND sum(phase = 'intent') = 1 AND sum(phase = 'outcome' AND result = 'done') = 1`,
      )
      .all().length
    const entries = store.prepare(`SELECT * FROM audit WHERE action = 'extension.reveal'`).all()
    const kept = `${JSON.stringify(entries)}\n${console.output()}`
    return [
      { name: 'reveals answered', value: answered, atLeast: count },
      { name: 'reveals with one intent and one outcome', value: complete, atLeast: count },
      { name: 'audit entries of reveals', value: entries.length, atMost: 2 * count },
      {
        name: 'passwords in audit or log',
        value: [...shown].filter((password) => kept.includes(password)).length,
        atMost: 0,
      },
    ]
  } finally {
    store.close()
    await console.stop()
  }
}
