import { type ComponentChildren, createContext } from 'preact';
import { useContext, useId, useLayoutEffect, useRef } from 'preact/hooks';
import type { FieldError } from '../../../lib/api/errors.ts';
import { isWithin } from '../rejection.ts';

/** The rejected fields of the form, with the reasons. A field that has a `name` shows its own. */
export const FieldErrors = createContext<readonly FieldError[]>([]);

type Common = { label: string; hint?: string | undefined; name?: string };

/** What connects a field with its label, its hint and the reasons why it was rejected. */
function useField({ name, hint }: Pick<Common, 'name' | 'hint'>) {
  const id = useId();
  const problems = useContext(FieldErrors).filter(({ field }) => name && isWithin(field, name));
  const isInvalid = problems.length > 0;
  const ids = [isInvalid && `${id}-problem`, hint && `${id}-hint`].filter(Boolean).join(' ');
  return {
    id,
    attributes: { id, name, 'aria-describedby': ids || undefined, 'aria-invalid': isInvalid || undefined },
    notes: (
      <>
        {isInvalid && (
          <small id={`${id}-problem`} class="problem">
            {problems.map(({ message }) => message).join('; ')}
          </small>
        )}
        {hint && <small id={`${id}-hint`}>{hint}</small>}
      </>
    ),
  };
}

type TextProps = Common & { value: string; onChange: (value: string) => void };
type InputProps = TextProps & {
  onEnter?: () => void;
  type?: 'search' | 'password' | 'date' | 'datetime-local' | 'url' | 'number';
  inputMode?: 'decimal' | 'numeric';
  maxLength?: number;
  /** The ID of a list of proposals. */
  list?: string;
  spellcheck?: boolean;
  autocomplete?: 'username' | 'current-password';
};

export function TextField({ label, hint, name, value, onChange, onEnter, ...input }: InputProps) {
  const { id, attributes, notes } = useField({ name, hint });
  return (
    <p class="field">
      <label for={id}>{label}</label>
      <input
        {...attributes}
        value={value}
        autocomplete="off"
        max={latest[input.type ?? '']}
        onInput={(event) => onChange(event.currentTarget.value)}
        onKeyDown={onEnter && ((event) => event.key === 'Enter' && onEnter())}
        {...(input as object)}
      />
      {notes}
    </p>
  );
}

/** Longer years are not dates that the service knows. */
const latest: Record<string, string> = { date: '9999-12-31', 'datetime-local': '9999-12-31T23:59' };

/** The field that a scanner types into. It has the focus again with each new label, and is empty again after each scan. */
export function ScanField({ label, onScan }: { label: string; onScan: (text: string) => Promise<void> }) {
  const { id, attributes } = useField({});
  const input = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => input.current?.focus(), [label]);
  return (
    <form
      class="scan"
      onSubmit={async (event) => {
        event.preventDefault();
        const field = input.current as HTMLInputElement;
        const text = field.value.trim();
        field.value = '';
        if (text) await onScan(text);
      }}
    >
      <label for={id} aria-live="polite">
        {label}
      </label>
      <input {...attributes} autocomplete="off" autocapitalize="off" spellcheck={false} ref={input} />
    </form>
  );
}

export function TextArea({ label, hint, name, value, onChange }: TextProps) {
  const { id, attributes, notes } = useField({ name, hint });
  return (
    <p class="field">
      <label for={id}>{label}</label>
      <textarea {...attributes} rows={4} value={value} onInput={(event) => onChange(event.currentTarget.value)} />
      {notes}
    </p>
  );
}

type FileProps = { label: string; disabled?: boolean; onChoose: (file: File) => unknown };

/** Chooses a list. It is empty again afterwards, so that a corrected file with the same name can be chosen. */
export const FileField = ({ label, disabled, onChoose }: FileProps) => (
  <label>
    {label}{' '}
    <input
      type="file"
      accept=".csv,.tsv,.txt,text/csv"
      disabled={disabled}
      onChange={({ currentTarget }) => {
        const file = currentTarget.files?.[0];
        currentTarget.value = '';
        if (file) onChoose(file);
      }}
    />
  </label>
);

type ChoiceProps<V extends string> = Common & { value: V; options: Record<V, string>; onChange: (value: V) => void };

export function Choice<V extends string>({ label, value, options, onChange, ...common }: ChoiceProps<V>) {
  const { id, attributes, notes } = useField(common);
  return (
    <p class="field">
      <label for={id}>{label}</label>
      <select {...attributes} value={value} onChange={(event) => onChange(event.currentTarget.value as V)}>
        {Object.entries<string>(options).map(([option, text]) => (
          <option key={option} value={option}>
            {text}
          </option>
        ))}
      </select>
      {notes}
    </p>
  );
}

type CheckProps = Common & { value: boolean; onChange: (value: boolean) => void };

export function Check({ label, value, onChange, ...common }: CheckProps) {
  const { attributes, notes } = useField(common);
  return (
    <p class="field check">
      <label>
        <input {...attributes} type="checkbox" checked={value} onChange={(event) => onChange(event.currentTarget.checked)} />{' '}
        {label}
      </label>
      {notes}
    </p>
  );
}

type UnitsProps = { label: string; lines: UnitLine[]; value: number[]; onChange: (value: number[]) => void };
export type UnitLine = { id: string; name: string; max: number };

/** A number of units for each line. */
export function Units({ label, lines, value, onChange }: UnitsProps) {
  const id = useId();
  return (
    <fieldset class="units">
      <legend>{label}</legend>
      {lines.map(({ id: line, name, max }, i) => (
        <p key={line}>
          <label for={`${id}-${i}`}>{name}</label>
          <span>
            <input
              id={`${id}-${i}`}
              type="number"
              min={0}
              max={max}
              step={1}
              value={value[i]}
              disabled={max === 0 && !value[i]}
              aria-describedby={`${id}-${i}-max`}
              onInput={(event) => onChange(value.with(i, event.currentTarget.valueAsNumber || 0))}
            />{' '}
            <small id={`${id}-${i}-max`}>/ {max}</small>
          </span>
        </p>
      ))}
    </fieldset>
  );
}

type ChipProps = { isOn: boolean; onChange: (isOn: boolean) => void; children: ComponentChildren };

export const Chip = ({ isOn, onChange, children }: ChipProps) => (
  <button type="button" class="chip" aria-pressed={isOn} onClick={() => onChange(!isOn)}>
    {children}
  </button>
);
