import { Anchor, Button, type AnchorProps, type ButtonProps } from '@mantine/core'
import { Link, type LinkProps } from 'react-router-dom'

/** Links to a page of the console. Like the text around it, unless it has a `size`. */
export const PageLink = ({ size, ...props }: AnchorProps & Omit<LinkProps, keyof AnchorProps>) => (
  <Anchor component={Link} size={size} inherit={size === undefined} {...props} />
)

/** A button that opens a page of the console. */
export const PageButton = (props: ButtonProps & Omit<LinkProps, keyof ButtonProps>) => (
  <Button component={Link} {...props} />
)
