import { IconSearchOff } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useT } from '../../i18n/Language.tsx'
import { PageHeader } from '../PageHeader.tsx'
import { StateMessage } from './StateMessage.tsx'

interface InvalidUrlProps {
  title: string
  /** What the address's variable has to look like. */
  text: string
  /** The way on. */
  children: ReactNode
}

/** A page whose address cannot name anything: said here, without asking the service. */
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
