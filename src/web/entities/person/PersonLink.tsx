import { useT } from '../../i18n/Language.tsx'
import { paths } from '../../lib/paths.ts'
import { usePermission } from '../session/SessionContext.tsx'
import { personText, type NamedPerson } from './person-text.ts'
import classes from './PersonLink.module.css'
import { PageLink } from '../../ui/layout/PageLink.tsx'

interface PersonLinkProps {
  /**
   * The UUID of the agent, or the directory's ID of a new colleague. Administrators see it in place of a missing name. Empty for someone
   * outside of the user's departments.
   */
  id: string
  person: NamedPerson
  /**
   * In a list. `cut`: on one line, cut where the column is narrow; on a phone it wraps. `name`: the same with the name alone, for two
   * people in one cell. `whole`: wraps everywhere.
   */
  inCell?: 'cut' | 'name' | 'whole'
}

/** Links a person's name, work number and department. Administrators see the ID as the title. */
export function PersonLink({ id, person, inCell }: PersonLinkProps) {
  const t = useT()
  const canSeeIds = usePermission('status.read')
  const text = personText(t, person, canSeeIds ? id : t('history.agent.none'))
  const title = canSeeIds ? id : undefined
  if (id === '') return text
  const isCut = inCell === 'cut' || inCell === 'name'
  const link = (
    <PageLink
      to={paths.person(id)}
      underline={inCell === undefined ? 'always' : 'hover'}
      title={isCut ? text : title}
    >
      {inCell === 'name' ? (person.name ?? text) : text}
    </PageLink>
  )
  return isCut ? <span className={classes.cell}>{link}</span> : link
}
