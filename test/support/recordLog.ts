import { afterEach, beforeEach, jest } from '@jest/globals';

/** The lines that the current test of a file has logged. */
export function recordLog<Line = Record<string, unknown>>(): Line[] {
  const lines: Line[] = [];
  beforeEach(() => {
    lines.length = 0;
    process.env.LOG_LEVEL = 'info';
    jest.spyOn(process.stdout, 'write').mockImplementation((text) => lines.push(JSON.parse(String(text))) > 0);
  });
  afterEach(() => {
    process.env.LOG_LEVEL = 'error';
    jest.restoreAllMocks();
  });
  return lines;
}
