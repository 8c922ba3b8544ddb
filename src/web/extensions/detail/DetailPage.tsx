import { Button } from '@mantine/core'
import * as z from 'zod/mini'
import { Link, useParams } from 'react-router-dom'
import { ext as extSchema } from '#contract/text.ts'
import { useT } from '../../i18n/Language.tsx'
import { paths } from '../../lib/paths.ts'
import { InvalidUrl } from '../../ui/feedback/InvalidUrl.tsx'
import { ExtensionDetail } from './ExtensionDetail.tsx'

/** Every field that the service reports about one extension (operations 7 and 11). */
export function DetailPage() {
  const t = useT()
  const { ext = '' } = useParams()
  if (z.safeParse(extSchema, ext).success) return <ExtensionDetail key={ext} ext={ext} />
  return (
    <InvalidUrl title={t('detail.title', { ext })} text={t('detail.wrongNumber')}>
      <Button component={Link} to={paths.idle()} variant="default">
        {t('nav.idle')}
      </Button>
    </InvalidUrl>
  )
}
