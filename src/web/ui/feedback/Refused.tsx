import { PageHeader } from '../layout/PageHeader.tsx'
import { ErrorState } from './ErrorState.tsx'

/** Replaces a page of something that this user may not see: the reason, and no actions. */
export function Refused({ title, error }: { title: string; error: unknown }) {
  return (
    <>
      <PageHeader title={title} />
      <ErrorState error={error} />
    </>
  )
}
