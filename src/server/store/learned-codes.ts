import type { CodeBook, LearnedCode } from '#upstream/code-book.ts'
import { system, type Actor, type Audit } from './audit-store.ts'
import type { Database } from './database.ts'

/** What the service says with a code is kept this long at most, in characters. */
const longestMessage = 200
const longestCode = 64

const objectOf = ({ service, code }: Pick<LearnedCode, 'service' | 'code'>) => `${service} ${code}`

/** Codes learned to mean "get a new token", for all replicas; learning and forgetting are in the audit (trust 3.2, 3.6). */
export function createLearnedCodes({ db }: Pick<Database, 'db'>, audit: Audit, account: string) {
  const codeBook: CodeBook = {
    async read() {
      const rows = await db
        .selectFrom('learned_code')
        .selectAll()
        .where('account', '=', account)
        .orderBy('learned_at')
        .execute()
      return rows.map(({ service, code, message, learned_at: learnedAt }) => ({
        service: service === 'v5' ? 'v5' : 'extensions',
        code,
        message,
        learnedAt,
      }))
    },
    async learn({ service, code, message }) {
      if (code.length > longestCode) return
      await audit.transaction(async (transaction, write) => {
        const { numInsertedOrUpdatedRows } = await transaction
          .insertInto('learned_code')
          .values({
            account,
            service,
            code,
            message: message?.slice(0, longestMessage) ?? null,
            learned_at: Date.now(),
          })
          .onConflict((conflict) => conflict.doNothing())
          .executeTakeFirstOrThrow()
        if (numInsertedOrUpdatedRows === 0n) return
        const object = objectOf({ service, code })
        await write([{ actor: system, action: 'code.learn', object, phase: 'outcome', result: 'done' }])
      })
    },
  }
  return {
    ...codeBook,
    /** The code counts as unknown again. */
    async forget(actor: Actor, { service, code }: Pick<LearnedCode, 'service' | 'code'>): Promise<void> {
      await audit.transaction(async (transaction, write) => {
        const { numDeletedRows } = await transaction
          .deleteFrom('learned_code')
          .where('account', '=', account)
          .where('service', '=', service)
          .where('code', '=', code)
          .executeTakeFirst()
        const result = numDeletedRows > 0n ? 'done' : 'not-found'
        await write([
          { actor, action: 'code.forget', object: objectOf({ service, code }), phase: 'outcome', result },
        ])
      })
    },
  }
}
export type LearnedCodes = ReturnType<typeof createLearnedCodes>
