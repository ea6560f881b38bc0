"""Sends request bodies that the API document calls valid, and checks what the service answers.

    python3 -m venv /tmp/generated && /tmp/generated/bin/pip install -r test/generated/requirements.txt
    DEMO=0 DATA_DIR=$(mktemp -d) PORT=3100 PLATFORM_API_KEY=a-key-for-generated-bodies npm start &
    /tmp/generated/bin/python test/generated/bodies.py http://127.0.0.1:3100 a-key-for-generated-bodies 20000

Most bodies come from docs/openapi.json alone. For every fourth one, the IDs in it are replaced by IDs that exist, and amounts
are rounded, so that more requests succeed. It fails if the service answers 400 for another reason than those listed below,
or if an answer does not match the document.
"""

import json
import pathlib
import re
import sys
import time
import uuid
import warnings
from collections import Counter

import requests
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from schemathesis import checks as known_checks

warnings.filterwarnings("ignore")
base, platform_key, total = sys.argv[1], sys.argv[2], int(sys.argv[3])
only = sys.argv[4:]
document = json.loads((pathlib.Path(__file__).parents[2] / "docs/openapi.json").read_text())
session = requests.Session()

# The formats of texts that a pattern does not describe: letters beyond ASCII.
label = st.text("äöüßéñçøåabcdefghijk", min_size=2, max_size=12).map(lambda text: text + "ü")
host = st.tuples(label, st.sampled_from(["de", "com", "fr"])).map(".".join)
schemathesis.openapi.format("idn-hostname", host)
schemathesis.openapi.format("idn-email", st.tuples(label, host).map("@".join))
schemathesis.openapi.format("iri", host.map(lambda name: f"https://{name}/ünd"))

# Why a valid body can still be rejected with 400: first what the store's data decides, then what JSON Schema cannot express.
reasons = {
    "the decimals of the currency": r"decimal places? in [A-Z]{3}$|cannot be stored exactly",
    "a product, line, payment or user that does not exist": r"there is no product|does not exist|is not a line|has no line|is not a payment of this order|must be the ID of a user",
    "the store has another currency": r"is required, unless the order is in",
    "the stock of the product is not tracked": r"its stock is not tracked",
    "the key that issues another one expires": r"when your own key expires",
    "a cursor comes from the previous page": r"is not a valid cursor|must be the same as in the request that returned",
    "the lines are worth 0": r"because the lines are worth 0",
    "the time of the request": r"must be in the future|must be at most a day in the future",
    "the sum of the lines": r"must not add up to more than",
    "the query and the body together": r"must be sent in the query or in the body|is required: true, false, or null|requires `available` to be true or false",
    "the decimals of a weight": r"must have at most 3 decimal places",
    "the size of `transaction_data`": r"must be at most 8 KB",
}


def call(method, path, key, body=None, headers={}):
    answer = session.request(method, base + path, json=body, headers={"X-API-KEY": key, **headers})
    assert answer.ok, answer.text
    return answer.json()["payload"]


def new_store():
    """A store with products, users and an order that is partly paid and partly sent."""
    name = f"gen-{uuid.uuid4().hex[:12]}"
    owner = {"first_name": "A", "last_name": "B", "email": "a@example.com", "phone": "+4930123456"}
    tenant = call("POST", "/v1/platform/tenant/", platform_key, {"name": name, "country": "DE", "timezone": "UTC", "owner": owner})["tenant"]
    issued = call("POST", f"/v1/platform/tenant/{name}/key/", platform_key, {})
    key = issued["secret"]
    call("PUT", "/v1/management/product/TEA", key, {"name": "Tea", "price": 7.9, "stock": 1000000000})
    call("PUT", "/v1/management/product/GIFT", key, {"name": "Gift", "price": 20, "stock": None})
    lines = [{"sku": "TEA", "quantity": 500}, {"sku": "GIFT", "quantity": 500}]
    order = call("POST", "/v1/management/order/", key, {"lines": lines, "authorized": True})["orders"]
    orders = f"/v1/management/order/{order['number']}"
    payment = call("POST", f"{orders}/payment/", key, {"total": 5000})["payment"]
    ready = order["shipments"][0]["id"]
    sent = call("POST", f"{orders}/shipment/", key, {"from": ready, "lines": [{"sku": "TEA", "quantity": 100}]})["shipment"]["id"]
    call("PATCH", f"{orders}/shipment/{sent}", key, {"state": "shipped"})
    user = call("POST", "/v1/management/user/", key, {**owner, "email": "c@example.com"})["user"]
    return {
        "name": name, "key": key, "tenant": tenant["id"], "key_id": issued["key"]["id"], "order": order["number"],
        "ready": ready, "sent": sent, "user": user["id"], "payment": payment["id"],
    }


def path_of(path, store):
    known = {
        "order/{number}": store["order"], "shipment/{id}/return": store["sent"], "shipment/{id}": store["ready"], "product/{sku}": "TEA",
        "user/{id}": store["user"], "tenant/{id}": store["tenant"], "webhook/{name}": "confirm-order", "key/{key_id}": store["key_id"],
    }
    for place, value in known.items():
        noun, _, parameter = place.partition("/{")
        if f"/{place}" in path:
            path = path.replace(f"/{noun}/{{{parameter}", f"/{noun}/{value}" + parameter[parameter.index("}") + 1:])
    return path


def with_known(value, store, name=""):
    """Replaces the IDs in a body by IDs that exist, and rounds amounts."""
    if isinstance(value, list):
        return [with_known(one, store, name) for one in value]
    if isinstance(value, dict):
        return {field: one if field == "transaction_data" else with_known(one, store, field) for field, one in value.items()}
    if isinstance(value, float):
        return int(value) or (value > 0) - (value < 0)
    if isinstance(value, str) and ":" in value:
        return value
    known = {"sku": "TEA", "from": store["ready"], "tenant": store["name"], "payment": store["payment"], "currency": "EUR"}
    if name == "line":
        return value % 2
    if name == "quantity":
        return 1 + value % 3
    return known[name] if name in known and isinstance(value, str) and value else value


def operations():
    for path, methods in document["paths"].items():
        for method, operation in methods.items():
            if "requestBody" in operation and not operation["operationId"].endswith("V1"):
                if not only or operation["operationId"] in only:
                    yield path, method.upper(), operation["operationId"]


api = schemathesis.openapi.from_dict(document)
api.config.update(base_url=base)
conformance = ["not_a_server_error", "status_code_conformance", "content_type_conformance", "response_headers_conformance", "response_schema_conformance"]
checks = known_checks.CHECKS.get_by_names(conformance)
statuses, allowed, unexplained, broken = Counter(), Counter(), [], []
chosen = list(operations())
each = -(-total // len(chosen))
started = time.time()


def explain(operation, body, answer):
    for error in answer.get("errors", []):
        reason = next((name for name, rule in reasons.items() if re.search(rule, error["message"])), None)
        if reason is None:
            unexplained.append((operation, error, body))
            print("unexplained:", operation, json.dumps(error), json.dumps(body)[:2000], flush=True)
            return
    allowed[next(name for name, rule in reasons.items() if re.search(rule, answer["errors"][0]["message"]))] += 1


def send(path, method, operation):
    state = {"store": new_store(), "sent": 0}

    @settings(max_examples=each, deadline=None, database=None, phases=[Phase.generate], suppress_health_check=list(HealthCheck))
    @given(api[path][method].as_strategy(generation_mode=schemathesis.GenerationMode.POSITIVE))
    def send_one(case):
        state["sent"] += 1
        if state["sent"] % 40 == 0:
            state["store"] = new_store()
        store = state["store"]
        body = case.body
        absent = not isinstance(body, (dict, list))
        if state["sent"] % 4 == 0 and not absent:
            body = with_known(body, store)
        key = platform_key if path.startswith("/v1/platform") or path.startswith("/platform") else store["key"]
        headers = {name: value for name, value in (case.headers or {}).items() if name not in ("If-Match", "If-None-Match") or state["sent"] % 10 == 0}
        given_body = {} if absent else {"data": json.dumps(body), "headers": {**headers, "Content-Type": "application/json", "X-API-KEY": key}}
        if absent:
            given_body = {"headers": {**headers, "X-API-KEY": key}}
        answer = session.request(method, base + path_of(path, store), params=case.query, **given_body)
        statuses[answer.status_code] += 1
        if answer.status_code == 400:
            explain(operation, body, answer.json())
        try:
            case.validate_response(answer, checks=checks)
        except BaseException as fault:
            broken.append((operation, answer.status_code, str(fault)[:1500]))
            print("broken:", operation, answer.status_code, str(fault)[:1500], flush=True)

    send_one()
    print(f"{operation}: {state['sent']} bodies, {len(unexplained)} unexplained, {len(broken)} broken, {time.time() - started:.0f} s", flush=True)


for one in chosen:
    send(*one)

print(f"\n{sum(statuses.values())} bodies: " + ", ".join(f"{count} × {status}" for status, count in sorted(statuses.items())))
print(f"rejected with 400 for a reason that the document cannot contain: {sum(allowed.values())}")
for reason, count in allowed.most_common():
    print(f"  {count:6} {reason}")
for title, faults in (("rejected with 400 for another reason", unexplained), ("answers that break the document", broken)):
    print(f"{title}: {len(faults)}")
    for fault in faults[:20]:
        print("  ", *(json.dumps(part, ensure_ascii=True)[:600] for part in fault))
sys.exit(1 if unexplained or broken else 0)
