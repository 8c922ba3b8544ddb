import { Button } from '@mantine/core'
import { IconCloudOff } from '@tabler/icons-react'
import { Component, type ReactNode } from 'react'
import { useT } from '../../i18n/Language.tsx'
import { FailedLoadError, retryFailedChunks } from '../../lib/lazy.ts'
import { StateMessage } from './StateMessage.tsx'

interface CrashProps {
  /** `load`: a script did not arrive; `render`: the content has a fault. */
  failed: 'load' | 'render'
  /** `null` once a retry has failed too. */
  retry: (() => void) | null
}

/** Shown for content that failed to render or load. */
function Crash({ failed, retry }: CrashProps) {
  const t = useT()
  return (
    <StateMessage
      icon={IconCloudOff}
      tone="failure"
      title={t(failed === 'load' ? 'state.failedLoad.content' : 'state.crash')}
      text={t(failed === 'load' ? 'state.failedLoad.content.next' : 'state.crash.next')}
      announce
    >
      {retry !== null && <Button onClick={retry}>{t('action.retry')}</Button>}
      <Button variant="filled" onClick={() => window.location.reload()}>
        {t('action.reload')}
      </Button>
    </StateMessage>
  )
}

interface ErrorBoundaryProps {
  children: ReactNode
  /** Replaces the failed content. By default, an error message with a retry button. */
  instead?: ReactNode
  onFault?: () => void
}

/** A class, because only classes can catch rendering faults in React. Each page has one, keyed by path, so that the shell survives. */
export class ErrorBoundary extends Component<
  ErrorBoundaryProps,
  { failed: CrashProps['failed'] | null; retried: boolean }
> {
  override state = { failed: null, retried: false }

  static getDerivedStateFromError(error: unknown) {
    return { failed: error instanceof FailedLoadError ? 'load' : 'render' }
  }

  override componentDidCatch() {
    retryFailedChunks()
    this.props.onFault?.()
  }

  override render() {
    const { children, instead } = this.props
    const { failed, retried } = this.state
    if (failed === null) return children
    if (instead !== undefined) return instead
    // Many browsers cache a failed script load until the page reloads, so offer only one retry.
    const retry = retried ? null : () => this.setState({ failed: null, retried: true })
    return <Crash failed={failed} retry={retry} />
  }
}
