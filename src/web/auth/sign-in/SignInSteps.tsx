import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { hasCode } from '../../api/api-error.ts'
import { CodeForm } from './CodeForm.tsx'
import { codeMutation, signInMutation } from '../../shared/session/queries.ts'
import { SignInForm } from './SignInForm.tsx'

interface SignInStepsProps {
  onSignedIn: () => Promise<void>
  /** Whose session it was. */
  email?: string
}

/** E-mail and password, then a code where the account has a second factor; for the sign-in page and the overlay alike. */
export function SignInSteps({ onSignedIn, email = '' }: SignInStepsProps) {
  const [asking, setAsking] = useState(false)
  const signIn = useMutation({
    ...signInMutation(),
    onSuccess: async ({ codeNeeded }) => {
      if (codeNeeded) setAsking(true)
      else await onSignedIn()
    },
  })
  const code = useMutation({
    ...codeMutation(),
    onSuccess: onSignedIn,
    onError: (error) => {
      // The code was right, or is too late: both begin with the password again.
      if (hasCode(error, 'code-expired') || hasCode(error, 'one-time-password-invalid')) setAsking(false)
    },
  })
  const begin = () => {
    setAsking(false)
    signIn.reset()
    code.reset()
  }
  if (asking)
    return (
      <CodeForm
        onSubmit={(typed) => code.mutate({ code: typed })}
        onBack={begin}
        pending={code.isPending}
        error={code.error}
      />
    )
  return (
    <SignInForm
      email={email}
      onSubmit={(values) => {
        code.reset()
        signIn.mutate(values)
      }}
      pending={signIn.isPending}
      error={signIn.error ?? code.error}
    />
  )
}
