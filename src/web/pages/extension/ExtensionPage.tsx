import { Navigate, useParams } from 'react-router-dom'
import type { Visit } from '../../api/first-reads.ts'
import { useT } from '../../i18n/Language.tsx'
import { paths } from '../../lib/paths.ts'
import { isNumber, readNumber } from '../../lib/typed.ts'
import { InvalidUrl } from '../../ui/feedback/InvalidUrl.tsx'
import { detailReads, ExtensionDetail } from './ExtensionDetail.tsx'
import { PageButton } from '../../ui/layout/PageLink.tsx'

/** Every field that the service reports about one extension (operations 7 and 11). */
export function ExtensionPage() {
  const t = useT()
  const { ext = '' } = useParams()
  const number = readNumber(ext)
  if (isNumber(ext) && number !== ext) return <Navigate to={paths.extension(number)} replace />
  if (isNumber(ext)) return <ExtensionDetail key={ext} ext={ext} />
  return (
    <InvalidUrl title={t('detail.title', { ext })} text={t('detail.wrongNumber')}>
      <PageButton to={paths.numbers()}>{t('numbers.title')}</PageButton>
    </InvalidUrl>
  )
}

ExtensionPage.firstReads = ({ params: { ext = '' }, search }: Visit) =>
  isNumber(ext) ? Object.values(detailReads(ext, search)) : []
