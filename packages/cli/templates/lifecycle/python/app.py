"""An application for the marketplace: acts on install, configure and uninstall."""

from mkt_sdk import App, serve

app = App()


# Before the first start: register with third parties here. An answer other than 2xx ends the launch.
@app.hook("/hooks/install")
def install(call, context):
    given = "given" if context.settings()["settings"].get("partnerKey") else "missing"
    print(f"install: reachable at {call['route']}, partner key {given}", flush=True)


@app.hook("/hooks/configure")
def configure(call, context):
    print(f"configure: {context.route_id} has new settings", flush=True)


# The last chance to clean up; the state can still be read.
@app.hook("/hooks/uninstall")
def uninstall(call, context):
    print(f"uninstall: {context.route_id} is leaving", flush=True)


if __name__ == "__main__":
    serve(app)
