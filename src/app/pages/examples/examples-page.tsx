import type { ReactNode } from 'react'
import { Toaster } from '#platform/web/toasts.tsx'
import { ThemeToggle } from '../navigation/theme-toggle.tsx'
import { ActionExamples } from './action-examples.tsx'
import { ChartExamples } from './chart-examples.tsx'
import { FeedbackExamples } from './feedback-examples.tsx'
import { FieldExamples } from './field-examples.tsx'
import { LayoutExamples } from './layout-examples.tsx'
import { OverlayExamples } from './overlay-examples.tsx'

/**
 * Every component of `src/ui` in every state. Served at `/__examples` in development and in tests only;
 * tests/ui-examples.test.ts fails when a component is missing.
 */
export function ExamplesPage() {
  return (
    <>
      <main className="mx-auto max-w-4xl px-4 pb-24">
        <header className="flex items-center justify-between gap-4 py-6">
          <h1 className="text-3xl">Components</h1>
          <ThemeToggle />
        </header>
        <Group name="Actions">
          <ActionExamples />
        </Group>
        <Group name="Fields">
          <FieldExamples />
        </Group>
        <Group name="Overlays">
          <OverlayExamples />
        </Group>
        <Group name="Layout">
          <LayoutExamples />
        </Group>
        <Group name="Charts">
          <ChartExamples />
        </Group>
        <Group name="Feedback">
          <FeedbackExamples />
        </Group>
      </main>
      <Toaster />
    </>
  )
}

function Group({ name, children }: { name: string; children: ReactNode }) {
  return (
    <section aria-label={name} className="mt-8">
      <h2 className="mb-4 text-2xl">{name}</h2>
      {children}
    </section>
  )
}
