import { Button, Group, Text } from '@mantine/core'
import { useCallback, useEffect, useState, type ReactNode } from 'react'
import { useBeforeUnload, useBlocker, type BlockerFunction } from 'react-router-dom'
import { useT } from '../i18n/Language.tsx'
import { NavigationBlockerProvider, type Loss, type NavigationBlocker } from '../lib/navigation-blocker.ts'
import { openDialog } from '../ui/form/dialogs.tsx'
import { Dialog } from '../ui/form/FormDialog.tsx'

/** The callback for each answer of the user. */
interface Question {
  loss: Loss
  go: () => void
  stay: () => void
}

/** Holds the marks of unsaved work, and tells what a move would lose. */
function createBlocker() {
  const losses = new Map<symbol, Loss>()
  /** The worst loss among the marks: the question names one. */
  const findWorst = (among: readonly Loss[]) => among.find((loss) => [...losses.values()].includes(loss))
  /** What a move to another page would lose; a draft stays. */
  const lossOnLeave = () => findWorst(['once', 'input', 'result', 'password'])
  const confirmLoss: NavigationBlocker['confirmLoss'] = (loss, go, stay) =>
    openDialog((close) => {
      const closeThen = (then: (() => void) | undefined) => () => {
        close()
        then?.()
      }
      return <LeavePageDialog loss={loss} go={closeThen(go)} stay={closeThen(stay)} />
    })
  const confirm = (loss: Loss | undefined, go: () => void, stay: (() => void) | undefined) => {
    if (loss === undefined) go()
    else confirmLoss(loss, go, stay)
  }
  const blocker: NavigationBlocker = {
    block: (unsaved) => {
      const mark = Symbol(unsaved)
      losses.set(mark, unsaved)
      return () => losses.delete(mark)
    },
    confirmLeave: (go, stay) => confirm(lossOnLeave(), go, stay),
    confirmReplace: (go, stay) =>
      confirm(findWorst(['once', 'input', 'result', 'password', 'draft']), go, stay),
    confirmShownOnce: (go) => confirm(findWorst(['once']), go, undefined),
    confirmLoss,
    unblockAll: () => losses.clear(),
  }
  return { blocker, lossOnLeave }
}

/** Asks before the user loses something; staying has the focus. */
function LeavePageDialog({ loss, go, stay }: Question) {
  const t = useT()
  return (
    <Dialog onClose={stay} title={t(`leave.${loss}.title`)}>
      <Text>{t(`leave.${loss}.text`)}</Text>
      <Group justify="flex-end" mt="lg">
        <Button onClick={go}>{t(`leave.${loss}.leave`)}</Button>
        <Button variant="filled" onClick={stay} data-autofocus>
          {t(`leave.${loss}.stay`)}
        </Button>
      </Group>
    </Dialog>
  )
}

/** Asks before a move to another page, a closed tab or an action loses unsaved work. Moves within the page (its search) never ask. */
export function UnsavedWork({ children }: { children: ReactNode }) {
  const [{ blocker, lossOnLeave }] = useState(createBlocker)
  const move = useBlocker(
    useCallback<BlockerFunction>(
      ({ currentLocation, nextLocation }) =>
        lossOnLeave() !== undefined && currentLocation.pathname !== nextLocation.pathname,
      [lossOnLeave],
    ),
  )
  useBeforeUnload(
    useCallback(
      (event) => {
        if (lossOnLeave() !== undefined) event.preventDefault()
      },
      [lossOnLeave],
    ),
  )
  useEffect(() => {
    if (move.state !== 'blocked') return undefined
    const go = () => {
      blocker.unblockAll()
      move.proceed()
    }
    return blocker.confirmLoss(lossOnLeave() ?? 'input', go, () => move.reset())
  }, [move, blocker, lossOnLeave])
  return <NavigationBlockerProvider value={blocker}>{children}</NavigationBlockerProvider>
}
