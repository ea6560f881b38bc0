import { render } from 'preact';
import './console.css';
import { Console } from './frame.tsx';
import { watchIdle } from './session.ts';

watchIdle();
render(<Console />, document.getElementById('app') as HTMLElement);
