import '@mantine/core/styles/baseline.css'
import '@mantine/core/styles/default-css-variables.css'
import '@mantine/core/styles/global.css'
import '@mantine/core/styles/UnstyledButton.css'
import '@mantine/core/styles/Input.css'
import '@mantine/core/styles/Group.css'
import '@mantine/core/styles/Title.css'
import '@mantine/core/styles/Button.css'
import '@mantine/core/styles/Table.css'
import '@mantine/core/styles/NavLink.css'
import '@mantine/core/styles/AppShell.css'
import { AppShell, Button, Group, MantineProvider, NavLink, Table, TextInput, Title } from '@mantine/core'
import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query'
import { createRoot } from 'react-dom/client'
import { BrowserRouter, Link } from 'react-router-dom'
import * as z from 'zod/mini'

z.config({ jitless: true })
const answer = z.object({ items: z.array(z.record(z.string(), z.unknown())) })
const fields = ['ext', 'bindStatus', 'langCodeTxt', 'domain', 'creationTime', 'updatedTime']

/** Renders the same rows in a plain Mantine table, without the console's additions. */
function List() {
  const { data } = useQuery({
    queryKey: ['list'],
    queryFn: async () => z.parse(answer, await (await fetch('/list.json')).json()),
  })
  return (
    <Table aria-label="List">
      <Table.Thead>
        <Table.Tr>
          {fields.map((field) => (
            <Table.Th key={field}>{field}</Table.Th>
          ))}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {data?.items.map((item) => (
          <Table.Tr key={String(item['ext'])}>
            {fields.map((field) => (
              <Table.Td key={field}>
                {field === 'ext' ? <a href="#row">{String(item[field])}</a> : String(item[field])}
              </Table.Td>
            ))}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}

const root = document.querySelector('#root')
if (root === null) throw new Error('index.html has no #root')
createRoot(root).render(
  <MantineProvider>
    <QueryClientProvider client={new QueryClient()}>
      <BrowserRouter>
        <AppShell header={{ height: 52 }} navbar={{ width: 228, breakpoint: 'md' }}>
          <AppShell.Header>Bare page</AppShell.Header>
          <AppShell.Navbar>
            {fields.map((field) => (
              <NavLink key={field} component={Link} to={`/${field}`} label={field} />
            ))}
          </AppShell.Navbar>
          <AppShell.Main>
            <Title>List</Title>
            <Group>
              <TextInput aria-label="Search" />
              <Button>Filters</Button>
            </Group>
            <List />
          </AppShell.Main>
        </AppShell>
      </BrowserRouter>
    </QueryClientProvider>
  </MantineProvider>,
)
