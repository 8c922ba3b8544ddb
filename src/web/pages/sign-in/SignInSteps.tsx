import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { hasCode } from '../../api/api-error.ts'
import { CodeForm } from './CodeForm.tsx'
import { codeMutation, signInMutation } from '../../entities/session/queries.ts'
import { PasskeyButton } from './PasskeyButton.tsx'
import { SignInForm } from './SignInForm.tsx'

interface SignInStepsProps {
  onSignedIn: () => Promise<void>
  /** The email of the expired session's user. */
  email?: string
}

/** Email and password, then a code if the account has a second factor. Used by both the sign-in page and the overlay. */
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
      // The code expired, or the one-time password is no longer valid: start again with the password.
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
    <>
      <SignInForm
        email={email}
        onSubmit={(values) => {
          code.reset()
          signIn.mutate(values)
        }}
        pending={signIn.isPending}
        error={signIn.error ?? code.error}
      />
      <PasskeyButton onSignedIn={onSignedIn} />
    </>
  )
}
