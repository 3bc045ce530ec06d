import { useState } from 'react'
import { formatNumber } from '#platform/shared/format/numbers.ts'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { type Column, DataTable } from '#ui/data-table.tsx'
import { LayoutBoundary } from '#ui/layout-boundary.tsx'
import { SelectionBar } from '#ui/selection-bar.tsx'
import { SplitPane } from '#ui/split-pane.tsx'
import { Tabs } from '#ui/tabs.tsx'
import { VirtualList } from '#ui/virtual-list.tsx'
import { Example, State } from './example.tsx'

type Video = { readonly title: string; readonly words: number; readonly state: string }

const VIDEOS: readonly Video[] = [
  { title: 'Morning run', words: 412, state: 'Ready' },
  { title: 'How to poach an egg in a kitchen that has no stove', words: 1_208, state: 'Checking' },
]
const COLUMNS: readonly Column<Video>[] = [
  { name: 'Video', render: ({ title }) => title },
  { name: 'State', render: ({ state }) => <Badge>{state}</Badge> },
  { name: 'Words', isFigure: true, render: ({ words }) => formatNumber(words) },
  { name: 'Actions', hasNoHead: true, render: () => <Button size="sm">Open</Button> },
]
const CAPTIONS = Array.from({ length: 20_000 }, (_, index) => `Caption ${index + 1}`)

/** What holds other things. */
export function LayoutExamples() {
  const [tab, setTab] = useState<'style' | 'export'>('style')
  return (
    <>
      <Example name="Card" use="A framed area for one thing. The large ones stand out: one or two a page.">
        <State name="Small">
          <Card as="section" size="sm" aria-label="Today">
            <p className="tabular text-2xl font-semibold">1,204</p>
            <p className="text-sm text-muted">minutes exported today</p>
          </Card>
        </State>
        <State name="Medium">
          <Card>
            <h4 className="font-semibold">Creator</h4>
            <p className="text-sm text-muted">400 credits a month</p>
          </Card>
        </State>
        <State name="Large">
          <Card size="lg">
            <h4 className="font-semibold">Your link</h4>
            <p className="text-sm text-muted">Share it wherever you talk about captions.</p>
          </Card>
        </State>
        <State name="Extra large">
          <Card size="xl">
            <h4 className="font-semibold">Become an affiliate</h4>
            <p className="text-sm text-muted">Earn a commission for a year.</p>
          </Card>
        </State>
      </Example>
      <Example name="DataTable" use="Rows with the same columns; blocks on a phone.">
        <State name="With figures and actions" isWide>
          <DataTable label="Videos" columns={COLUMNS} rows={VIDEOS} keyOf={({ title }) => title} />
        </State>
      </Example>
      <AreaExamples />
      <Example name="Tabs" use="Views in one place, one visible at a time.">
        <State name="Two" isWide>
          <Tabs
            label="Panels"
            value={tab}
            onChange={setTab}
            panelClassName="py-4 text-sm"
            tabs={[
              { id: 'style', label: 'Style', panel: 'Templates and colours' },
              { id: 'export', label: 'Export', panel: 'Sizes and files' },
            ]}
          />
        </State>
      </Example>
      <Example name="SplitPane" use="Two panes with a handle between them.">
        <State name="Side by side">
          <div className="h-48 rounded-lg border border-border">
            <SplitPane
              label="Resize the transcript"
              initialPercent={40}
              first={<p className="p-3 text-sm">Transcript</p>}
              second={<p className="p-3 text-sm">Picture</p>}
            />
          </div>
        </State>
        <State name="One above the other, disabled">
          <div className="h-48 rounded-lg border border-border">
            <SplitPane
              label="Resize the timeline"
              orientation="vertical"
              disabled
              minFirstPx={40}
              minSecondPx={40}
              first={<p className="p-3 text-sm">Picture</p>}
              second={<p className="p-3 text-sm">Timeline</p>}
            />
          </div>
        </State>
      </Example>
      <Example name="VirtualList" use="A long list that holds only the rows on screen.">
        <State name="20,000 rows">
          <VirtualList
            label="Captions"
            items={CAPTIONS}
            keyOf={(caption) => caption}
            rowHeightPx={36}
            className="h-64 rounded-lg border border-border"
            renderItem={(caption) => <p className="border-b border-border px-3 py-2 text-sm">{caption}</p>}
          />
        </State>
        <State name="Empty">
          <VirtualList
            label="Comments"
            items={[]}
            keyOf={() => ''}
            rowHeightPx={36}
            className="h-16 rounded-lg border border-border"
            renderItem={() => null}
          />
        </State>
      </Example>
    </>
  )
}

function AreaExamples() {
  return (
    <>
      <BoundaryExample />
      <SelectionBarExample />
    </>
  )
}

function SelectionBarExample() {
  return (
    <Example name="SelectionBar" use="Over a list from which several items can be selected.">
      <State name="Some selected" isWide>
        <SelectionBar shown={4} selected={2} status="2 selected, 80 MB" onToggleAll={() => {}}>
          <Button size="sm">Delete</Button>
        </SelectionBar>
      </State>
      <State name="None selected" isWide>
        <SelectionBar shown={4} selected={0} status="4 videos" onToggleAll={() => {}} />
      </State>
    </Example>
  )
}

function BoundaryExample() {
  return (
    <Example
      name="LayoutBoundary"
      use="An area that its content does not resize: a change inside lays out nothing else."
    >
      <State name="Of a given height">
        <LayoutBoundary className="h-12 rounded-md border border-border">
          <p className="p-3 text-sm text-muted">48 px high, whatever it says</p>
        </LayoutBoundary>
      </State>
    </Example>
  )
}
