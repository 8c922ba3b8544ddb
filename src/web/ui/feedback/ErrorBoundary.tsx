import { Button } from '@mantine/core'
import { IconCloudOff } from '@tabler/icons-react'
import { Component, type ReactNode } from 'react'
import { useT } from '../../i18n/Language.tsx'
import { retryFailedChunks } from '../../lib/lazy.ts'
import { StateMessage } from './StateMessage.tsx'

/** A page that failed to draw itself, or whose chunk could not be fetched. `retry` is null once that has failed too. */
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
      {retry !== null && (
        <Button variant="default" onClick={retry}>
          {t('action.retry')}
        </Button>
      )}
      <Button onClick={() => window.location.reload()}>{t('action.reload')}</Button>
    </StateMessage>
  )
}

interface ErrorBoundaryProps {
  children: ReactNode
  /** Drawn in place of what failed; without it, that it did and a way to try again. */
  instead?: ReactNode
  onFault?: () => void
}

/** React catches rendering faults in classes alone. One for each page, keyed by its path, so that the shell outlives it. */
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
    // Many browsers remember that a script could not be fetched until the page is loaded again.
    return <Crash retry={this.state.retried ? null : () => this.setState({ failed: false, retried: true })} />
  }
}
