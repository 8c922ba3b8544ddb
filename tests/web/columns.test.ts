import { describe, expect, test } from 'vitest'
import { extensionKind, mappingOf } from '#web/pages/jobs/import/extension-kind.ts'
import { pairsKind } from '#web/pages/reservations/people-file.ts'
import { requestKind } from '#web/entities/request/request-file.ts'
import { mapColumns, withChoice, type ImportKind, type Mapped } from '#web/spreadsheet/columns.ts'
import { mappedText } from './sheets.ts'

const doubtsOf = <Field extends string>({ doubts, missing, isReady }: Mapped<Field>) => ({
  doubts: Object.fromEntries(doubts),
  missing,
  isReady,
})
const open = <Field extends string>(text: string, kind: ImportKind<Field>) => doubtsOf(mappedText(text, kind))

describe('the columns of a sheet', () => {
  test.each([
    ['nothing', 'Extension,Password\n0801,abc-12345', {}],
    ['two candidates for one field', '分机号,号码\n0801,0901', { 0: 'twice', 1: 'twice' }],
    ['a work number beside a UUID', 'ext,工号,坐席uuid\n0801,1001,u-1', { 1: 'twice', 2: 'twice' }],
    ['an unused password', 'ext,AuthX\n0801,k8Zq2LmP\n0802,n3Xw9PqR', { 1: 'password' }],
    ['a password by its name', 'ext,Password,Web Password\n0801,abc-12345,short', { 2: 'password' }],
    ['an unused number', 'ext,Mobile\n0801,13800138000\n0802,13800138001', { 1: 'number' }],
    ['no codes that few rows have', 'ext,Reply\n0801,310204\n0802,', {}],
    ['no codes of the console’s own report', 'ext,upstreamCode\n0801,310204', {}],
    [
      'no flags, times, addresses or work numbers',
      'ext,a,b,c,d\n0801,1,2026-12-01,ada1@example.com,EMP00123\n0802,1,2026-12-02,bob2@example.com,EMP00124',
      {},
    ],
  ])('ask the user about %s', (_name, text, doubts) => {
    expect(open(text, extensionKind)).toEqual({
      doubts,
      missing: [],
      isReady: Object.keys(doubts).length === 0,
    })
  })

  test('ask for a required column, in every import', () => {
    expect(open('who,what\nx,y', extensionKind)).toEqual({ doubts: {}, missing: [['ext']], isReady: false })
    expect(open('who,what\nx,y', requestKind)).toMatchObject({ missing: [['ext']], isReady: false })
    expect(open('what,why\nx,y', pairsKind)).toMatchObject({ isReady: false })
    expect(open('Ada\nBob', pairsKind)).toEqual({ doubts: {}, missing: [], isReady: true })
    expect(open('0801,Ada\n0802,Bob', pairsKind)).toEqual({ doubts: {}, missing: [], isReady: true })
  })

  test('follow the decisions of the user, one column for each field', () => {
    const twice = mappedText('分机号,号码,工号\n0801,0901,1001\n0802,0902,1002', extensionKind)
    const second = withChoice(extensionKind, twice, 1, 'ext')
    expect(second.isReady).toBe(true)
    expect(mappingOf(second.columns).columns).toMatchObject({ ext: 1, agentID: 2 })
    const byUuid = withChoice(extensionKind, second, 0, 'agentUuid')
    expect(mappingOf(byUuid.columns)).toMatchObject({ columns: { ext: 1, agentID: 0 }, agentType: null })
    const unused = withChoice(extensionKind, second, 1, null)
    expect(unused).toMatchObject({ missing: [['ext']], isReady: false })
    const known = mapColumns(extensionKind, twice, twice.columns, 'remembered')
    expect(known).toMatchObject({ isReady: true, isRemembered: true })
  })
})

/** The columns of the exports that people bring, with what each is used as. */
const exports: [string, string, Record<string, string>, string[]][] = [
  [
    'FreePBX',
    'extension,password,name,voicemail,secret,sipdriver,user,language\n4001,Web-pass1,Ada,default,s3cretAbcd,chan_pjsip,4001,en_US',
    { ext: 'extension', password: 'secret' },
    ['password'],
  ],
  [
    'FusionPBX',
    'extension_uuid,extension,number_alias,password,accountcode,effective_caller_id_name\n9c858901-8a57-4791-81fe-4c455b099bc9,4001,,s3cretAbcd,,Ada',
    { ext: 'extension', password: 'password' },
    [],
  ],
  [
    '3CX',
    'Number,FirstName,LastName,EmailAddress,AuthID,AuthPassword,Language\n4001,Ada,L,ada@example.com,k2,s3cretAbcd,en-US',
    { ext: 'Number', password: 'AuthPassword' },
    [],
  ],
  [
    'Yeastar',
    'Extension Number,First Name,Registration Name,Registration Password,User Password,Email Address\n4001,Ada,x1,s3cretAbcd,Web-pass1,a@example.com',
    { ext: 'Extension Number', password: 'Registration Password' },
    ['User Password'],
  ],
  [
    'Grandstream',
    'Extension,Technology,SIP/IAX Password,AuthID,Voicemail Password,First Name\n4001,SIP,s3cretAbcd,,9931,Ada',
    { ext: 'Extension', password: 'SIP/IAX Password' },
    ['Voicemail Password'],
  ],
  [
    'Wazo',
    'firstname,exten,context,sip_username,sip_secret,password\nAda,4001,default,u1,s3cretAbcd,Web-pass1',
    { ext: 'exten', password: 'sip_secret' },
    ['password'],
  ],
  [
    'Switchvox',
    'extension,first_name,password,phone_password,email\n4001,Ada,Web-pass1,s3cretAbcd,a@example.com',
    { ext: 'extension', password: 'phone_password' },
    ['password'],
  ],
  [
    'Webex',
    'First Name,Display Name,User ID/Email (Required),Extension,Phone Number,Employee ID\nAda,Ada L,a@example.com,4001,+15551234567,E77',
    { ext: 'Extension', workNumber: 'Employee ID' },
    [],
  ],
  ['Zoom', 'Email,Name,Ext.,Phone Number\na@example.com,Ada,4001,+15551234567', { ext: 'Ext.' }, []],
  [
    'Genesys',
    'Name,Email,Department,Employee ID,Extension\nAda,a@example.com,Sales,E77,4001',
    { ext: 'Extension', workNumber: 'Employee ID' },
    [],
  ],
  ['a codec', 'Extension,Codec\n4001,G.711 alaw', { ext: 'Extension', langCodeTxt: 'Codec' }, []],
  [
    'an odd language among codecs',
    'Extension,Language\n4001,Opus\n4002,Klingon',
    { ext: 'Extension', langCodeTxt: 'Language' },
    [],
  ],
  [
    'a language that is no codec',
    'Extension,Language\n4001,\n4002,Klingon',
    { ext: 'Extension', langCodeTxt: 'Language' },
    [],
  ],
  ['the language of people', 'Extension,Language\n4001,English\n4002,中文', { ext: 'Extension' }, []],
  ['a list of codecs', 'Extension,Codec\n4001,ulaw&alaw', { ext: 'Extension' }, []],
  [
    'simplified Chinese',
    '分机号,工号,密码,语言\n4001,E77,s3cretAbcd,zh_CN',
    { ext: '分机号', workNumber: '工号', password: '密码' },
    [],
  ],
  [
    'traditional Chinese',
    '分機號碼,員工編號,註冊密碼,姓名\n4001,E77,s3cretAbcd,王芳',
    { ext: '分機號碼', workNumber: '員工編號', password: '註冊密碼' },
    [],
  ],
  [
    'German',
    'Nebenstelle,Personalnummer,SIP-Kennwort,Sprache\n4001,E77,s3cretAbcd,de',
    { ext: 'Nebenstelle', workNumber: 'Personalnummer', password: 'SIP-Kennwort' },
    [],
  ],
  [
    'French',
    'Numéro de poste,Matricule,Mot de passe SIP\n4001,E77,s3cretAbcd',
    { ext: 'Numéro de poste', workNumber: 'Matricule', password: 'Mot de passe SIP' },
    [],
  ],
  [
    'Spanish',
    'Extensión,Número de empleado,Contraseña\n4001,E77,s3cretAbcd',
    { ext: 'Extensión', workNumber: 'Número de empleado', password: 'Contraseña' },
    [],
  ],
  [
    'Japanese',
    '内線番号,社員番号,パスワード\n4001,E77,s3cretAbcd',
    { ext: '内線番号', workNumber: '社員番号', password: 'パスワード' },
    [],
  ],
]

test.each(exports)(
  'the columns of %s are known, and other passwords are asked about',
  (_name, text, uses, asked) => {
    const table = mappedText(text, extensionKind)
    const nameAt = (column: number) => table.header?.[column] ?? ''
    expect(Object.fromEntries([...table.columns].map(([field, column]) => [field, nameAt(column)]))).toEqual(
      uses,
    )
    expect([...table.doubts.keys()].map(nameAt)).toEqual(asked)
  },
)

test.each([
  ['Numéro de poste,Nom complet\n4001,Ada', { ext: 0, agentName: 1 }],
  ['內線,姓名\n4001,王芳', { ext: 0, agentName: 1 }],
  ['内線番号,氏名\n4001,佐藤', { ext: 0, agentName: 1 }],
  ['Durchwahl,Mitarbeiternummer\n4001,E77', { ext: 0, workNumber: 1 }],
  ['Extension,Agent ID\n4001,E77', { ext: 0, workNumber: 1 }],
])('the columns of %j are known where agents and numbers are paired', (text, columns) => {
  for (const kind of [pairsKind, requestKind]) {
    const table = mappedText(text, kind)
    expect(Object.fromEntries(table.columns)).toEqual(columns)
  }
})
