import { createOnceAMinute, type OnceAMinute } from '../platform/once-a-minute.ts'
import type { Audit } from '../audit/audit-store.ts'
import type { Actor } from '../platform/http/caller.ts'

/** Rows of strangers in the audit, and lines in the log, a minute: over all networks, kinds and names. */
export const mostOfStrangers = 60

/** Someone whose sign-in has not succeeded, as the audit names them; `-` where they gave no name. */
export const stranger = (
  { address, requestId }: Pick<Actor, 'address' | 'requestId'>,
  name = '-',
): Actor => ({ id: '-', name, role: null, session: null, address, requestId })

/** Writes to the audit what strangers cause: once a minute for each key, at most `mostOfStrangers` of all, one row for the rest. */
export const createStrangers = (audit: Pick<Audit, 'write'>, now: () => number): OnceAMinute =>
  createOnceAMinute(now, {
    most: mostOfStrangers,
    writeExcess: (excess) =>
      audit.write([
        {
          actor: stranger({ address: null, requestId: null }),
          action: 'session.refused',
          object: '-',
          phase: 'outcome',
          reason: `${excess} more of strangers: at most ${mostOfStrangers} a minute have a row of their own`,
          result: 'too-many-requests',
        },
      ]),
  })
