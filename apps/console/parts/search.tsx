import { useEffect, useRef, useState } from 'preact/hooks';
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
};

/** A search box. It searches when the typing pauses, and follows a search that changes elsewhere, such as by a link. */
export function SearchField({ value, searchOf = (text) => text.trim(), onChange, ...field }: Props) {
  const [text, setText] = useState(value);
  const sent = useRef(value);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  useEffect(() => {
    if (value === sent.current) return;
    sent.current = value;
    clearTimeout(timer.current);
    setText(value);
  }, [value]);
  function change(next: string) {
    setText(next);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      sent.current = searchOf(next);
      onChange(sent.current);
    }, delayMs);
  }
  return <TextField type="search" value={text} onChange={change} {...field} />;
}
