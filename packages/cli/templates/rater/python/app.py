"""An application for the marketplace: prices policies."""

from mkt_sdk import App, perils_to_price, serve

app = App()


# Every listed peril must be priced.
@app.rater("/rate")
def rate(request, context):
    premium = context.setting("yearlyPremium")
    return {"pricedPerilCharacteristics": {peril.locator: {"yearlyPremium": premium} for peril in perils_to_price(request)}}


if __name__ == "__main__":
    serve(app)
