import type { AnchorHTMLAttributes, Ref } from 'react'
import { useHref, useLinkClickHandler, type To } from 'react-router-dom'

interface LinkProps extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> {
  to: To
  state?: unknown
  replace?: boolean
  ref?: Ref<HTMLAnchorElement>
}

/** A link to a page of the console. react-router's own `Link` brings along all that its framework mode fetches ahead. */
export function Link({ to, state, replace, onClick, target, children, ...rest }: LinkProps) {
  const follow = useLinkClickHandler(to, {
    state,
    ...(replace === undefined ? {} : { replace }),
    ...(target === undefined ? {} : { target }),
  })
  return (
    <a
      {...rest}
      target={target}
      href={useHref(to)}
      onClick={(event) => {
        onClick?.(event)
        if (!event.defaultPrevented) follow(event)
      }}
    >
      {children}
    </a>
  )
}
