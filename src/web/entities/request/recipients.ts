import { useQuery } from '@tanstack/react-query'
import type { Translate } from '../../i18n/catalogue.ts'
import { useT } from '../../i18n/Language.tsx'
import { requestSummaryQuery } from './queries.ts'

/** Names in one text; further ones are counted. */
const maxNamed = 3

/** Returns names as text: "Ada, Chen", or "Ada, Chen, Dora and 2 more". */
function namesText(t: Translate, people: readonly { name: string }[]): string {
  const names = people
    .slice(0, maxNamed)
    .map(({ name }) => name)
    .join(t('list.separator'))
  const count = people.length - maxNamed
  return count > 0 ? t('requests.recipients.more', { names, count }) : names
}

/** Returns the names of those whom a request goes to; "the administrators" until the names are known. */
export function useRecipients(): string {
  const t = useT()
  const { administrators = [] } = useQuery(requestSummaryQuery()).data ?? {}
  return administrators.length === 0 ? t('requests.recipients') : namesText(t, administrators)
}
