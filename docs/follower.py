import json
import os
import sqlite3
from http.server import ThreadingHTTPServer

from receiver import Receiver, verify


def connect():
    return sqlite3.connect(os.environ.get("COPY_FILE", "orders.db"), timeout=9)


class Follower(Receiver):
    def do_POST(self):
        try:
            event = verify(self.rfile.read(int(self.headers["content-length"])), self.headers)
        except ValueError:
            return self.answer(400, b"")
        if not event.get("test"):
            order = event["data"]["order"]
            with connect() as copy:
                copy.execute(
                    "INSERT INTO orders VALUES (?, ?, ?) ON CONFLICT (number) DO UPDATE"
                    " SET version = excluded.version, json = excluded.json WHERE excluded.version > version",
                    (order["number"], order["version"], json.dumps(order)),
                )
        self.answer(200, b"")


connect().execute("CREATE TABLE IF NOT EXISTS orders (number TEXT PRIMARY KEY, version INTEGER, json TEXT)")
server = ThreadingHTTPServer(("127.0.0.1", int(os.environ.get("RECEIVER_PORT", "4001"))), Follower)
print("Waiting for changes.", flush=True)
server.serve_forever()
