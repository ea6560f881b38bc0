import { examplesOf } from '../openapi/examples.ts';
import { simplified } from './fields.ts';
import { type Html, html } from './html.ts';
import { type Operation, type Parameter, parametersOf } from './operations.ts';

/** A form that sends a request. The script shows it and adds the key. */
export function tryIt(operation: Operation): Html {
  const { method, paths, route, requestBody } = operation;
  const [example] = examplesOf(operation);
  const inputs = parametersOf(operation).map((parameter) => input(parameter, example?.params[parameter.name]));
  const body = JSON.stringify(example?.body ?? {}, null, 2);
  const rows = Math.min(16, body.split('\n').length + 1);
  return html`<section id="try" hidden>
<h2>Try it</h2>
<p>This sends a real request with <span class="key-used">your key</span>.</p>
<form data-method="${method}" data-path="${paths[0]}" data-kind="${route?.caller}">
${inputs}
${requestBody && html`<label class="wide">Body <textarea name="body" rows="${rows}" spellcheck="false">${body}</textarea></label>`}
<button class="primary">Send request</button>
</form>
<div class="result"><div role="status"></div><div></div></div>
<details><summary>This request as curl</summary><div class="code"><pre tabindex="0" role="group" aria-label="This request as curl"><code class="request"></code></pre></div></details>
</section>`;
}

function input({ name, in: place, required, schema }: Parameter, value: string | undefined): Html {
  const { type, enum: values = type === 'boolean' ? ['true', 'false'] : undefined } = simplified(schema);
  const control = values
    ? html`<select name="${name}" data-in="${place}">${!required && html`<option></option>`}${options(values)}</select>`
    : html`<input name="${name}" data-in="${place}" value="${value}"${required && html` required`} autocomplete="off" spellcheck="false">`;
  return html`<label>${name} ${control}</label>`;
}

const options = (values: readonly unknown[]) => values.map((value) => html`<option>${`${value}`}</option>`);
