import { Button } from '@mantine/core'
import { IconCloudOff } from '@tabler/icons-react'
import { Component, type ReactNode } from 'react'
import { useT } from '../../i18n/Language.tsx'
import { retryFailedChunks } from '../../lib/lazy.ts'
import { StateMessage } from './StateMessage.tsx'

/** Shown for content that failed to render or load. `retry` is `null` once a retry has failed too. */
function Crash({ retry }: { retry: (() => void) | null }) {
  const t = useT()
  return (
    <StateMessage
      icon={IconCloudOff}
      tone="failure"
      title={t('state.crash')}
      text={t('state.crash.next')}
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
export class ErrorBoundary extends Component<ErrorBoundaryProps, { failed: boolean; retried: boolean }> {
  override state = { failed: false, retried: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  override componentDidCatch() {
    retryFailedChunks()
    this.props.onFault?.()
  }

  override render() {
    const { children, instead } = this.props
    if (!this.state.failed) return children
    if (instead !== undefined) return instead
    // Many browsers cache a failed script load until the page reloads, so offer only one retry.
    return <Crash retry={this.state.retried ? null : () => this.setState({ failed: false, retried: true })} />
  }
}
