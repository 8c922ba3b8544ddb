import { appCode } from '../server/visitor.ts'
import { expect, fillSignIn, tabTo, test } from './console-test.ts'
import { invite } from './invite.ts'
import { expectAccessible } from './page-checks.ts'
import { ageLastSignIn, stepUpDialog } from './reveal.ts'

test('lets an invited user choose a password by keyboard, in Chinese, and signs them out when disabled', async ({
  page,
  openAs,
}) => {
  const admin = await openAs('admin', '/numbers')
  await admin.getByRole('link', { name: 'Users', exact: true }).click()
  await admin.getByRole('button', { name: 'Invite user' }).click()
  const dialog = admin.getByRole('dialog')
  await expect(dialog.getByLabel('Email')).toBeFocused()
  await admin.keyboard.type('wang@example.com')
  await admin.keyboard.press('Tab')
  await admin.keyboard.type('王经理')
  await admin.keyboard.press('Enter')
  const once = (await dialog.locator('code').textContent()) ?? ''
  await expect.poll(() => dialog.evaluate((element) => element.contains(document.activeElement))).toBe(true)
  await admin.goBack()
  await admin.getByRole('button', { name: 'Keep it open' }).click()
  await expect(dialog.getByText(once)).toBeVisible()
  await admin.getByRole('button', { name: 'I have handed it over' }).click()
  await expect(admin.getByText('wang@example.com')).toBeVisible()

  await page.goto('/sign-in')
  await fillSignIn(page, { email: 'wang@example.com', password: once })
  await expect(page.getByRole('heading', { name: 'Choose your password' })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: '中文' }).click()
  await tabTo(page, page.getByLabel('一次性密码'))
  await page.keyboard.type(once)
  await tabTo(page, page.getByLabel('新密码', { exact: true }))
  await page.keyboard.type('my own long password')
  await tabTo(page, page.getByLabel('确认新密码'))
  await page.keyboard.type('my own long password')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: '我的团队', level: 1 })).toBeVisible()

  // The next request signs out a disabled user.
  await admin.getByRole('button', { name: 'Actions for 王经理' }).click()
  await admin.getByRole('menuitem', { name: 'Disable' }).click()
  await admin.getByRole('dialog').getByRole('button', { name: 'Disable' }).click()
  await expect(admin.getByText('Disabled', { exact: true })).toBeVisible()
  await page.goto('/people')
  await expect(page.getByRole('textbox', { name: '邮箱' })).toBeVisible()
})

test('sets up a second factor by keyboard, in Chinese, and asks for it at the next sign-in', async ({
  page,
  openAs,
  product,
}) => {
  const { email, password } = await invite(await openAs('admin'), page, '王经理')
  await page.goto('/account')
  await page.getByRole('button', { name: '中文' }).click()
  ageLastSignIn(product)
  await tabTo(page, page.getByRole('button', { name: '开始设置' }))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog').getByLabel(/您的密码/)).toBeFocused()
  await page.keyboard.type(password)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('img', { name: '包含验证器应用密钥的二维码' })).toBeVisible()
  await expectAccessible(page)
  const secret = await page.getByText('手动输入的密钥').locator('xpath=..').locator('code').textContent()
  const uri = `otpauth://totp/x?secret=${(secret ?? '').replaceAll(' ', '')}`
  await page.getByLabel('应用中的验证码').fill(appCode(uri))
  await page.getByRole('button', { name: '开启', exact: true }).click()
  await expect(page.getByText('剩余 10 个备用码。')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: '人员', exact: true }).click()
  await page.getByRole('button', { name: '留在这里' }).click()
  await page.getByRole('button', { name: '保存为文件' }).click()

  await page.getByRole('button', { name: /王经理/ }).click()
  await page.getByRole('button', { name: '退出登录' }).click()
  await page.getByRole('textbox', { name: '邮箱' }).fill(email)
  await page.getByLabel('密码', { exact: true }).fill(password)
  await page.getByRole('button', { name: '登录', exact: true }).click()
  await expect(page.getByLabel('验证码', { exact: true })).toBeFocused()
  await expectAccessible(page)
  // The current code is used up, and the console already accepts the next one.
  await page.keyboard.type(appCode(uri, Date.now() + 30_000))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: '我的团队', level: 1 })).toBeVisible()
})

test('adds a passkey, signs in with it, and confirms with it before removing it', async ({
  page,
  openAs,
  product,
}) => {
  const account = await invite(await openAs('admin'), page, 'Ada Lo')
  const devices = await page.context().newCDPSession(page)
  await devices.send('WebAuthn.enable')
  await devices.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  // Browsers allow no passkeys for an IP address.
  const named = product.url.replace('127.0.0.1', 'localhost')
  await page.goto(`${named}/account`)
  await fillSignIn(page, account)
  await page.getByLabel('Name of the new passkey').fill('Work laptop')
  await page.keyboard.press('Enter')
  const passkeys = page.getByRole('table', { name: 'Passkeys' })
  await expect(passkeys.getByText('Work laptop')).toBeVisible()
  await expectAccessible(page)

  await page.getByRole('button', { name: /^Account of/ }).click()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await expect(page.getByRole('heading', { name: 'My team', level: 1 })).toBeVisible()

  ageLastSignIn(product)
  await page.goto(`${named}/account`)
  await page.getByRole('button', { name: 'Remove the passkey Work laptop' }).click()
  await expect(stepUpDialog(page)).toBeVisible()
  await expectAccessible(page)
  await stepUpDialog(page).getByRole('button', { name: 'Use a passkey' }).click()
  await expect(passkeys).toBeHidden()
  // The tab's next test must not have the passkey.
  await devices.detach()
})

test('reports a wrong password, opens the requested page with the right one, and shows nothing on going back', async ({
  page,
  product,
}) => {
  await page.goto('/service/countries')
  await expect(page).toHaveURL(/\/sign-in\?next=/)
  await fillSignIn(page, { email: product.accounts.admin.email, password: 'not the password' })
  await expect(page.getByRole('alert')).toContainText('Email or password is wrong')
  await fillSignIn(page, product.accounts.admin)
  await expect(page).toHaveURL(/\/service\/countries$/)
  await page.getByRole('button', { name: /^Account of/ }).click()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await expect(page).toHaveURL(/\/sign-in/)
  await page.goBack()
  await expect(page).toHaveURL(/\/sign-in/)
})
