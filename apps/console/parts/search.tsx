import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { TextField } from './fields.tsx';

const delayMs = 250;

type Props = {
  label: string;
  hint?: string;
  maxLength?: number;
  /** What is searched. */
  value: string;
  /** What to search for when this was typed. */
  searchOf?: (text: string) => string;
  onChange: (value: string) => void;
  /** Called when Enter is pressed, once the search has begun. */
  onEnter?: () => void;
};

/** A search box. It searches when the typing pauses, and follows a search that changes elsewhere, such as by a link. */
export function SearchField({ value, searchOf = (text) => text.trim(), onChange, onEnter, ...field }: Props) {
  const [text, setText] = useState(value);
  const sent = useRef(value);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  // Before the page is painted, so the box and the list never show different searches.
  useLayoutEffect(() => {
    if (value === sent.current) return;
    sent.current = value;
    clearTimeout(timer.current);
    setText(value);
  }, [value]);
  function search(next: string) {
    clearTimeout(timer.current);
    sent.current = searchOf(next);
    onChange(sent.current);
  }
  function change(next: string) {
    setText(next);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => search(next), delayMs);
  }
  function enter() {
    search(text);
    onEnter?.();
  }
  return <TextField type="search" value={text} onChange={change} onEnter={enter} {...field} />;
}
