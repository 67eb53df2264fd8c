"""An application for the marketplace: hears events."""

import json

from mkt_sdk import App, serve

app = App()


# The same event may come twice; context.webhook_id is then the same.
@app.webhook("/events", "policy.issue")
def issued(event, context):
    greeting = context.settings()["settings"].get("greeting", "Hello")
    print(f"{greeting}: {event['type']} {json.dumps(event['data'])}", flush=True)


if __name__ == "__main__":
    serve(app)
