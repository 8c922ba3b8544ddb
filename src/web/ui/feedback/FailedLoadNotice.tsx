import { Button, Group } from '@mantine/core'
import { useT } from '../../i18n/Language.tsx'
import { closeFailedLoad, useFailedLoad } from '../../lib/failed-load.ts'
import classes from './Notice.module.css'

/** Says that what the user asked for could not be loaded. The page stays as it is: reloading may lose what was typed in it. */
export function FailedLoadNotice() {
  const t = useT()
  const failed = useFailedLoad()
  if (failed === null) return null
  const { kind, retry } = failed
  return (
    <div className={classes.bottom} role="alert" data-no-print>
      <span>{t(`state.failedLoad.${kind}`)}</span>
      <Group gap="xs">
        <Button
          size="compact-sm"
          onClick={() => {
            closeFailedLoad()
            retry()
          }}
        >
          {t('action.retry')}
        </Button>
        <Button size="compact-sm" onClick={() => window.location.reload()}>
          {t('action.reload')}
        </Button>
        <Button size="compact-sm" onClick={closeFailedLoad}>
          {t('action.close')}
        </Button>
      </Group>
    </div>
  )
}
