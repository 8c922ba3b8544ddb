import { Component, type ReactNode } from 'react'
import { Crash } from './ErrorState.tsx'

/** React catches rendering faults in classes alone. One for each page, keyed by its path, so that the shell outlives it. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  override render() {
    return this.state.failed ? <Crash retry={() => this.setState({ failed: false })} /> : this.props.children
  }
}
