import { Alert, Anchor } from '@mantine/core'
import { IconKey } from '@tabler/icons-react'
import { Link } from 'react-router-dom'
import type { Job } from '#contract/jobs.ts'
import { useT } from '../../i18n/Language.tsx'
import { paths } from '../../lib/paths.ts'
import classes from './recent-list.module.css'
import { PasswordSummary } from '../../entities/job/PasswordState.tsx'

/** The jobs whose generated passwords wait to be downloaded or printed; `total` counts those that have no room here too. */
export function WaitingPasswords({ jobs, total }: { jobs: readonly Job[]; total: number }) {
  const t = useT()
  return (
    <Alert icon={<IconKey size={18} aria-hidden />} title={t('overview.passwords')}>
      <ul className={classes.list}>
        {jobs.map(({ id, name, credentials }) => (
          <li key={id}>
            <Anchor component={Link} to={paths.job(id)} size="sm" fw={600} className={classes.name}>
              {name}
            </Anchor>
            <PasswordSummary credentials={credentials} />
          </li>
        ))}
      </ul>
      {total > jobs.length && (
        <Anchor component={Link} to={paths.jobs({ state: 'passwords' })} size="sm" mt="xs">
          {t('overview.passwords.all', { total })}
        </Anchor>
      )}
    </Alert>
  )
}
