import { IconSearchOff } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useT } from '../../i18n/Language.tsx'
import { PageHeader } from '../layout/PageHeader.tsx'
import { StateMessage } from './StateMessage.tsx'

interface InvalidUrlProps {
  title: string
  /** The required format of the URL's parameter. */
  text: string
  /** The next step: buttons and links. */
  children: ReactNode
}

/** Shown for a URL with an invalid parameter, without a request to the service. */
export function InvalidUrl({ title, text, children }: InvalidUrlProps) {
  const t = useT()
  return (
    <>
      <PageHeader title={title} />
      <StateMessage icon={IconSearchOff} tone="quiet" title={t('problem.not-found')} text={text} announce>
        {children}
      </StateMessage>
    </>
  )
}
