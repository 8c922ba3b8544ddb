import { expect, test } from './console-test.ts'

test('shows the button for the threshold of a range on the row in use only', async ({ page, signIn }) => {
  await signIn('admin', '/numbers/pools')
  const button = page.getByRole('button', { name: /^Set threshold of/ }).first()
  await expect(button).toHaveCSS('opacity', '0')
  await button.hover()
  await expect(button).toHaveCSS('opacity', '1')
  await page.getByRole('heading', { level: 1 }).hover()
  await expect(button).toHaveCSS('opacity', '0')
  await button.focus()
  await expect(button).toHaveCSS('opacity', '1')
})
