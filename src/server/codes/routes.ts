import { changeCodeNames, readCodeNames, readObservedValues, type CodeChange } from '#contract/codes.ts'
import { audited } from '../audit/audited.ts'
import { refuseSecrets } from '../platform/http/free-text.ts'
import type { Mount } from '../platform/http/mount.ts'
import { actorOf } from '../platform/http/caller.ts'
import type { CodeParts } from './open.ts'
import { isPublished } from './published-codes.ts'
import type { Naming } from './store.ts'

const objectOf = ({ field, value }: CodeChange): string => `${field} ${value}`

const parts = ['en', 'zh', 'note'] as const
const noName: Naming = { en: '', zh: '', note: '' }
/** The changed texts of a name, before and after, as JSON for the audit. */
const changeText = (before: Naming, after: Naming): string =>
  JSON.stringify(
    Object.fromEntries(
      parts.flatMap((part) =>
        before[part] === after[part] ? [] : [[part, [before[part] || '–', after[part] || '–']]],
      ),
    ),
  )

export function mountCodes(
  { mount }: Mount,
  { names, observedCounts, observedValues, audit, now }: CodeParts,
): void {
  mount(readCodeNames, async () => ({ items: await names.read() }))
  mount(changeCodeNames, async (call) => {
    const { changes } = call.body
    refuseSecrets(
      Object.fromEntries(changes.map(({ name }, n) => [`changes.${n}.name.note`, name?.note ?? ''])),
    )
    // A dictionary file only names codes, and the page removes one name at a time.
    const action = changes.every(({ name }) => name === null) ? 'code.remove-name' : 'code.name'
    const what = { actor: actorOf(call), action }
    const change = () =>
      audit.transaction(async (transaction, write) => {
        const before = await names.change(transaction, changes, call.caller.user.email, now())
        await write(
          changes.map((code, n) => ({
            ...what,
            object: objectOf(code),
            reason: changeText(before[n] ?? noName, code.name ?? noName),
            result: 'done',
          })),
        )
      })
    await audited(audit, { ...what, object: changes.map(objectOf) }, change, null)
    return { items: await names.read() }
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
