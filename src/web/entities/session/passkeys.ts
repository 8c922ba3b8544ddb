import type { PasskeyToMake, PasskeyToUse } from '#contract/passkeys.ts'
import { ApiError } from '../../api/api-error.ts'

/** True when this browser may use passkeys here: browsers allow none for an IP address. */
export const canUsePasskeys = (): boolean =>
  'PublicKeyCredential' in window && !/^[\d.]+$|:/.test(window.location.hostname)

/** Loads the library only for users of passkeys. Throws `passkey-wrong` when the browser or its user gives none. */
async function ceremony<Made>(
  run: (library: typeof import('@simplewebauthn/browser')) => Promise<Made>,
): Promise<Made> {
  try {
    return await run(await import('@simplewebauthn/browser'))
  } catch {
    throw new ApiError('passkey-wrong', 0)
  }
}

/** Makes a passkey on the user's device. */
export async function makePasskey(optionsJSON: PasskeyToMake) {
  const credential = await ceremony(({ startRegistration }) => startRegistration({ optionsJSON }))
  return { ...credential, clientExtensionResults: {} }
}

/** Asks the user for a passkey. */
export async function promptForPasskey(optionsJSON: PasskeyToUse) {
  const used = await ceremony(({ startAuthentication }) => startAuthentication({ optionsJSON }))
  return { ...used, clientExtensionResults: {} }
}
