import base64
import hashlib
import hmac
import json
import os
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

SECRET = base64.b64decode(os.environ["WEBHOOK_SECRET"].removeprefix("whsec_"))
seen = set()


def verify(body, headers):
    """Returns the event. Raises ValueError unless it was signed with the secret in the last five minutes."""
    event_id, timestamp = headers.get("webhook-id", ""), headers.get("webhook-timestamp", "")
    if abs(time.time() - int(timestamp)) > 300:
        raise ValueError("the call is too old")
    signed = f"{event_id}.{timestamp}.".encode() + body
    expected = b"v1," + base64.b64encode(hmac.digest(SECRET, signed, hashlib.sha256))
    signatures = headers.get("webhook-signature", "").encode().split()
    if not any(hmac.compare_digest(expected, signature) for signature in signatures):
        raise ValueError("no signature matches")
    return json.loads(body)


class Receiver(BaseHTTPRequestHandler):
    def do_POST(self):
        try:
            event = verify(self.rfile.read(int(self.headers["content-length"])), self.headers)
        except ValueError:
            return self.answer(400, b"")
        if event["id"] not in seen:
            print(f"{event['type']}: order {event['data']['order']['number']}", flush=True)
        seen.add(event["id"])
        self.answer(200, b'{"authorized": true}')

    def answer(self, status, body):
        self.send_response(status)
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


if __name__ == "__main__":
    server = ThreadingHTTPServer(("127.0.0.1", int(os.environ.get("RECEIVER_PORT", "4000"))), Receiver)
    print("Waiting for events.", flush=True)
    server.serve_forever()
