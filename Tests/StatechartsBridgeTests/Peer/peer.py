#!/usr/bin/env python3
"""The other side of a bridge, as the article "Bridges between processes" describes it: answers each number with its double.

usage: peer.py SOCKET [MESSAGES BETWEEN CUTS]
"""
import json, os, socket, struct, sys, time

session, peer = os.urandom(8).hex(), None
received, allowed, counted = 0, 0, 0  # messages that came; credits for ours; ours that were numbered
unacknowledged = []  # (number, header, body) of ours
cut_every = int(sys.argv[2]) if len(sys.argv) > 2 else 0


def frame(header, body=None):
    data = json.dumps(header).encode() + (b"\n" + json.dumps(body).encode() if body is not None else b"")
    return struct.pack(">I", len(data)) + data


def hello():
    said = {"frame": "hello", "protocol": "statecharts-bridge", "version": 1, "name": "python", "session": session,
            "next": unacknowledged[0][0] if unacknowledged else counted + 1, "received": received,
            "exports": [{"channel": "doubles", "type": "Int"}], "imports": [{"channel": "numbers", "type": "Int"}]}
    return frame({**said, "peer": peer} if peer else said)


def frames(connection):
    data = b""
    while True:
        while len(data) < 4 or len(data) < 4 + struct.unpack(">I", data[:4])[0]:
            piece = connection.recv(65536)
            if not piece:
                return
            data += piece
        length = struct.unpack(">I", data[:4])[0]
        header, _, body = data[4:4 + length].partition(b"\n")
        yield json.loads(header), json.loads(body) if body else None
        data = data[4 + length:]


def talk(connection):
    """Returns whether the bridge goes on over another connection."""
    global peer, received, allowed, counted, unacknowledged
    connection.sendall(hello())
    written, came, leaving = 0, 0, False
    for header, body in frames(connection):
        kind, out = header["frame"], b""
        if kind == "hello":
            if header["session"] != peer:
                peer, received, allowed = header["session"], header["next"] - 1, 0
            elif header.get("peer") == session:
                unacknowledged = [one for one in unacknowledged if one[0] > header["received"]]
        elif kind == "message" and header["n"] == received + 1:
            received, counted, came = received + 1, counted + 1, came + 1
            ours = {"frame": "message", "n": counted, "channel": "doubles", "id": f"{session}-{counted}",
                    "cause": header["id"], "date": time.time(), "owner": "python", "port": "doubles"}
            unacknowledged.append((counted, ours, body * 2))
            out += frame({"frame": "ack", "n": received})
        elif kind == "ack":
            unacknowledged = [one for one in unacknowledged if one[0] > header["n"]]
        elif kind == "credit":
            allowed = max(allowed, header["upTo"])
        elif kind == "ping":
            out += frame({"frame": "pong"}) + frame({"frame": "ack", "n": received})
        elif kind in ("bye", "error"):
            if header.get("code") == "busy":  # our last connection is still being taken down there
                raise ConnectionError
            if not header.get("waits"):
                print(header.get("text", "bye"))
                return False
            leaving = True
        # As much as we have room for: one message more than have come, and 64 at most under way.
        out += frame({"frame": "credit", "channel": "numbers", "upTo": received + 64})
        for number, ours, value in unacknowledged:
            if written < number <= allowed:
                out, written = out + frame(ours, value), number
        if leaving and not unacknowledged:  # the other side waits for ours, and closes
            connection.sendall(out + frame({"frame": "bye"}))
            print("bye")
            return False
        connection.sendall(out)
        if cut_every and came >= cut_every:
            return True
    return True


while True:
    connection = socket.socket(socket.AF_UNIX)
    try:
        connection.connect(sys.argv[1])
        if not talk(connection):
            break
    except (ConnectionError, BrokenPipeError):
        time.sleep(0.01)
    finally:
        connection.close()
