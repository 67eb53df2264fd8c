"""An application for the marketplace: fills in policy data."""

from mkt_sdk import App, fill, mapping_of, serve

app = App()


# The answer is merged into the change: here one field, the one this customer mapped.
@app.autofill("/autofill")
def autofill(request, context):
    mapping = mapping_of(context.settings(), request["productName"])
    filling = fill(request)
    for place in filling.places(mapping.get("note")):
        place.set(f"filled in for {request['operation']}")
    return filling.answer()


if __name__ == "__main__":
    serve(app)
