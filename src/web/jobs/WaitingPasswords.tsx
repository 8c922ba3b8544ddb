import { Alert, Anchor } from '@mantine/core'
import { IconKey } from '@tabler/icons-react'
import { Link } from 'react-router-dom'
import type { Job } from '#contract/jobs.ts'
import { useT } from '../i18n/Language.tsx'
import { paths } from '../lib/paths.ts'
import classes from '../ui/recent-list.module.css'
import { PasswordState, Retrieval } from './PasswordState.tsx'

/** The jobs whose generated passwords wait to be downloaded or printed. */
export function WaitingPasswords({ jobs }: { jobs: readonly Job[] }) {
  const t = useT()
  return (
    <Alert icon={<IconKey size={18} aria-hidden />} title={t('overview.passwords')}>
      <ul className={classes.list}>
        {jobs.map(({ id, name, credentials }) => {
          const latest = credentials.retrievals.at(-1)
          return (
            <li key={id}>
              <Anchor component={Link} to={paths.job(id)} size="sm" fw={600} className={classes.name}>
                {name}
              </Anchor>
              <span className={classes.beside}>
                <span>
                  <PasswordState credentials={credentials} />
                </span>
                {latest !== undefined && (
                  <span>
                    <Retrieval {...latest} />
                  </span>
                )}
              </span>
            </li>
          )
        })}
      </ul>
    </Alert>
  )
}
