import { useWindowEvent } from '@mantine/hooks'
import { startTransition, useLayoutEffect, useMemo, useState, type ReactNode } from 'react'
import {
  NavigationType,
  Router,
  UNSAFE_createBrowserHistory,
  type Navigator,
  type To,
} from 'react-router-dom'
import { NavigationBlockerProvider, type Loss, type NavigationBlocker } from '../lib/navigation-blocker.ts'
import { Button, Group, Text } from '@mantine/core'
import { useT } from '../i18n/Language.tsx'
import { Dialog } from '../ui/form/FormDialog.tsx'

/** The callback for each answer of the user. */
interface Question {
  loss: Loss
  go: () => void
  stay?: (() => void) | undefined
}

/** Creates a history that asks before a move to another page while work would be lost. Moves within the page (its search) never ask. */
function createBlocker(setQuestion: (change: (before: Question | null) => Question | null) => void) {
  const history = UNSAFE_createBrowserHistory({ v5Compat: true })
  const held = new Map<symbol, Loss>()
  /** The worst loss among the marks: the question names one. */
  const worst = (among: readonly Loss[]) => among.find((loss) => [...held.values()].includes(loss))
  /** What a move to another page would lose; a draft stays. */
  const lostByLeaving = () => worst(['once', 'input', 'result', 'password'])
  const confirmLoss: NavigationBlocker['confirmLoss'] = (loss, go, stay) => {
    const question = { loss, go, stay }
    setQuestion(() => question)
    return () => setQuestion((before) => (before === question ? null : before))
  }
  const confirm = (loss: Loss | undefined, go: () => void, stay: (() => void) | undefined) => {
    if (loss === undefined) go()
    else confirmLoss(loss, go, stay)
  }
  let current = history.location
  /** History entries between the page shown and the address: not 0 while a move back or forward is being undone. */
  let away = 0
  /** The undoing move under way; 0 without one. */
  let undo = 0
  /** The move the user made, which may be several quick steps. */
  let wanted = 0
  const blocker: NavigationBlocker = {
    block: (unsaved) => {
      const mark = Symbol(unsaved)
      held.set(mark, unsaved)
      return () => held.delete(mark)
    },
    confirmLeave: (go, stay) => confirm(lostByLeaving(), go, stay),
    confirmReplace: (go, stay) => confirm(worst(['once', 'input', 'result', 'password', 'draft']), go, stay),
    confirmShownOnce: (go) => confirm(worst(['once']), go, undefined),
    confirmLoss,
    unblockAll: () => held.clear(),
  }
  const move = (go: () => void) =>
    blocker.confirmLeave(() => {
      blocker.unblockAll()
      go()
    })
  const blocked = (to: To, go: () => void) => {
    if (history.createURL(to).pathname === current.pathname) go()
    else move(go)
  }
  const navigator: Navigator = {
    createHref: (to) => history.createHref(to),
    createURL: (to) => history.createURL(to),
    encodeLocation: (to) => history.encodeLocation(to),
    go: (delta) => history.go(delta),
    push: (to, state) => blocked(to, () => history.push(to, state)),
    replace: (to, state) => blocked(to, () => history.replace(to, state)),
  }
  /** Back and forward have already happened when the listener runs: undo the move, ask, then repeat it. */
  const undoPop = (delta: number) => {
    if (away === 0) wanted = 0
    away += delta
    const isOwn = delta === undo
    if (isOwn) undo = 0
    else wanted += delta
    // A step that the user made before the undoing move arrived is undone by another move.
    if (undo === 0 && away !== 0) {
      undo = -away
      history.go(undo)
    }
    if (!isOwn)
      move(() => {
        if (wanted !== 0) history.go(wanted)
      })
  }
  const listen = (show: () => void) => {
    const stop = history.listen(({ action, location, delta }) => {
      const isBlocked =
        away !== 0 || (lostByLeaving() !== undefined && location.pathname !== current.pathname)
      if (action === NavigationType.Pop && delta && isBlocked) {
        undoPop(delta)
        return
      }
      current = location
      show()
    })
    // A move during the first render happened before this listener existed.
    if (history.createHref(history.location) !== history.createHref(current)) {
      current = history.location
      show()
    }
    return stop
  }
  const warnOnUnload = (event: BeforeUnloadEvent) => {
    if (lostByLeaving() !== undefined) event.preventDefault()
  }
  return { history, blocker, navigator, listen, warnOnUnload }
}

interface LeavePageDialogProps {
  /** `null` while there is no question. */
  loss: Loss | null
  onStay: () => void
  onLeave: () => void
}

/** Asks before the user loses something; staying has the focus. */
function LeavePageDialog({ loss, onStay, onLeave }: LeavePageDialogProps) {
  const t = useT()
  if (loss === null) return null
  return (
    <Dialog onClose={onStay} title={t(`leave.${loss}.title`)}>
      <Text>{t(`leave.${loss}.text`)}</Text>
      <Group justify="flex-end" mt="lg">
        <Button onClick={onLeave}>{t(`leave.${loss}.leave`)}</Button>
        <Button variant="filled" onClick={onStay} data-autofocus>
          {t(`leave.${loss}.stay`)}
        </Button>
      </Group>
    </Dialog>
  )
}

/**
 * A declarative router with a blocker for unsaved changes. react-router's own blocker needs its data router, which is 17 kB more before
 * the first list, and after two quick steps back leaves the address of another page over this one.
 */
export function BlockingRouter({ children }: { children: ReactNode }) {
  const [pending, setPending] = useState<Question | null>(null)
  const { history, blocker, navigator, listen, warnOnUnload } = useMemo(() => createBlocker(setPending), [])
  const [state, setState] = useState({ action: history.action, location: history.location })
  useLayoutEffect(
    () =>
      listen(() => startTransition(() => setState({ action: history.action, location: history.location }))),
    [history, listen],
  )
  useWindowEvent('beforeunload', warnOnUnload)
  const stay = () => {
    setPending(null)
    pending?.stay?.()
  }
  const go = () => {
    setPending(null)
    pending?.go()
  }
  return (
    <NavigationBlockerProvider value={blocker}>
      <Router location={state.location} navigationType={state.action} navigator={navigator}>
        {children}
        <LeavePageDialog loss={pending?.loss ?? null} onStay={stay} onLeave={go} />
      </Router>
    </NavigationBlockerProvider>
  )
}
