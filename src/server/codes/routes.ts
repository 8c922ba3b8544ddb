import { changeCodeNames, readCodeNames, readObservedValues } from '#contract/codes.ts'
import { audited } from '../audit/audited.ts'
import { refuseSecrets } from '../platform/http/free-text.ts'
import type { Mount } from '../platform/http/mount.ts'
import { actorOf } from '../platform/http/caller.ts'
import type { CodeParts } from './open.ts'
import { isPublished } from './published-codes.ts'

/** Keeps the audit object short: lists up to three changed codes, or else their number. */
const objectOf = (changes: readonly { field: string; value: string }[]): string =>
  changes.length <= 3
    ? changes.map(({ field, value }) => `${field} ${value}`).join(', ')
    : `${changes.length} codes`

export function mountCodes(
  { mount }: Mount,
  { names, observedCounts, observedValues, audit, now }: CodeParts,
): void {
  mount(readCodeNames, async () => ({ items: await names.read() }))
  mount(changeCodeNames, (call) => {
    const { changes } = call.body
    refuseSecrets(
      Object.fromEntries(changes.map(({ name }, n) => [`changes.${n}.name.note`, name?.note ?? ''])),
    )
    // A dictionary file only names codes, and the page removes one name at a time.
    const action = changes.every(({ name }) => name === null) ? 'code.remove-name' : 'code.name'
    return audited(audit, { actor: actorOf(call), action, object: objectOf(changes) }, async () => {
      await names.change(changes, call.caller.user.email, now())
      return { items: await names.read() }
    })
  })
  mount(readObservedValues, async () => {
    await observedValues.flush()
    const items = await observedCounts.read()
    return {
      items: items.map((each) => ({ ...each, published: isPublished(each.field, each.value) })),
      full: observedValues.full(),
    }
  })
}
