import { useSignal } from '@preact/signals';
import { useRef, useState } from 'preact/hooks';
import { valueText } from '../format.ts';
import type { ReadOptions } from '../reading.tsx';
import { outdated } from '../writing.ts';

export type Values = Record<string, string | boolean>;
type Texts = Record<string, string>;

type Options<T, V> = {
  /** What the page shows when the dialog opens. */
  of: T;
  fields: (of: T) => V;
  /** What the dialog itself proposes to change. */
  proposed?: Partial<V>;
  /** Reads what is stored now, before each save. */
  read?: ((options: ReadOptions) => Promise<T>) | undefined;
  /** Whether saving without a change has an effect. */
  mayBeUnchanged?: boolean;
};

/** What a request changes. `customer.phone` is the field `phone` of `customer`. */
type Changed<T, V> = {
  [N in keyof V as N extends `${infer G}.${string}` ? G : N]?: N extends `${infer G extends keyof T & string}.${string}`
    ? Partial<T[G]>
    : V[N];
};

/** The values of a form for what nobody else changes, and the properties of the input of each. */
export function useFields<V extends object>(initial: V) {
  const [values, setValues] = useState(initial);
  const input = <N extends keyof V>(name: N) => ({
    value: values[name],
    onChange: (value: V[N]) => setValues((now) => ({ ...now, [name]: value })),
  });
  return [values, input] as const;
}

const differing = <V extends Values>(values: Partial<V>, from: V) =>
  Object.fromEntries(Object.entries(values).filter(([name, value]) => value !== from[name])) as Partial<V>;

/** The fields of a form for what others may change at the same time. A save sends only the fields that this person has changed. */
export function useEdit<T extends object, V extends Values>(options: Options<T, V>) {
  const { of, fields, proposed = {}, read, mayBeUnchanged } = options;
  const state = useSignal({ base: fields(of), now: of, changes: differing<V>(proposed, fields(of)) });
  const inputs = useRef<Record<string, { label: string; words?: Texts }>>({}).current;
  const now = () => state.value.now;
  const changes = () => state.value.changes;
  const values = (): V => ({ ...fields(now()), ...changes() });

  function set(given: Values | Partial<V>): void {
    state.value = { ...state.value, changes: differing({ ...changes(), ...(given as Partial<V>) }, fields(now())) };
  }

  /** Updates the fields that this person has not changed. Returns whether somebody else has changed one of the others. */
  function rebase(fresh: T): boolean {
    const [before, after] = [fields(now()), fields(fresh)];
    state.value = { ...state.value, now: fresh, changes: differing(changes(), after) };
    return Object.keys(changes()).some((name) => before[name] !== after[name]);
  }

  /** Runs before each save. Throws if nothing has changed, or if somebody else has changed a field that this person changed. */
  async function prepare(options: ReadOptions): Promise<void> {
    if (read && rebase(await read(options))) throw outdated();
    if (isDone()) throw new Error('There is nothing to save: these values are stored already.');
  }

  /** Whether all that this person has changed is stored by now. */
  const isDone = () => !mayBeUnchanged && Object.keys(changes()).length === 0;

  /** The fields that this person and somebody else have changed, with what is stored. */
  function theirs(): string[] {
    const stored = Object.entries(differing(fields(now()), state.value.base)).filter(([name]) => name in changes());
    return stored.map(([name, value]) => `${inputs[name]?.label ?? name}: ${valueText(value, inputs[name]?.words)}`);
  }

  /** The properties of an input. */
  function field<N extends keyof V & string>(name: N, label: string) {
    inputs[name] = { label };
    return { label, name, value: values()[name], onChange: (value: V[N]) => set({ [name]: value }) };
  }

  /** The properties of a choice. */
  function choice<N extends keyof V & string>(name: N, label: string, options: Record<V[N] & string, string>) {
    const properties = { ...field(name, label), options };
    inputs[name] = { label, words: options };
    return properties;
  }

  /** The properties of a group of inputs. */
  function group(title: string, labels: Texts) {
    for (const [name, label] of Object.entries(labels)) inputs[name] = { label: `${title}: ${label}` };
    return { title, labels, value: values() as Texts, onChange: set };
  }

  /** The changed fields. A group that the service replaces whole has the stored values too, and is null if none is left. */
  function changed(...whole: (keyof T & string)[]): Changed<T, V> {
    const sent: Record<string, unknown> = {};
    for (const [name, value] of Object.entries(changes())) {
      const [first = '', inner] = name.split('.');
      sent[first] = inner ? { ...(sent[first] as object | undefined), [inner]: value } : value;
    }
    for (const name of whole.filter((group) => group in sent)) {
      const all = Object.entries({ ...(now()[name] as object | null), ...(sent[name] as object) });
      const given = all.filter(([, value]) => `${value ?? ''}`.trim() !== '');
      sent[name] = given.length > 0 ? Object.fromEntries(given) : null;
    }
    return sent as Changed<T, V>;
  }

  return { prepare, rebase, isDone, theirs, now, values, set, field, choice, group, changed };
}

export type Fields<T extends object, V extends Values> = ReturnType<typeof useEdit<T, V>>;
export type Edit<T extends object = never> = Pick<Fields<T, Values>, 'prepare' | 'rebase' | 'isDone' | 'theirs'>;

/** The fields of a group in a form with several groups, such as `customer.phone`. */
export const grouped = <G extends string, F extends Values>(group: G, fields: F) =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [`${group}.${name}`, value])) as {
    [N in keyof F & string as `${G}.${N}`]: F[N];
  };
