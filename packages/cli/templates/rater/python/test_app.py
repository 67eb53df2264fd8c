import os
import unittest

from app import app
from mkt_sdk.testing import FakePlatform, Probe, find_bleeding

CHARACTERISTICS = {"fieldValues": {}}
PERIL = {"name": "collision", "characteristics": [{"locator": "peril-1", **CHARACTERISTICS}]}
REQUEST = {
    "policy": {
        "productName": "personal-auto",
        "characteristics": [{"locator": "policy-1", **CHARACTERISTICS}],
        "exposures": [
            {"name": "vehicle", "characteristics": [{"locator": "exposure-1", **CHARACTERISTICS}], "perils": [PERIL]}
        ],
    },
    "policyExposurePerils": [
        {
            "policyCharacteristicsLocator": "policy-1",
            "exposureCharacteristicsLocator": "exposure-1",
            "perilCharacteristicsLocator": "peril-1",
        }
    ],
}


class Rating(unittest.TestCase):
    def setUp(self):
        self.platform = FakePlatform()
        self.addCleanup(self.platform.__exit__)
        os.environ["MKT_STATE_API"] = self.platform.state_api

    def customer(self, premium):
        return self.platform.route(settings={"yearlyPremium": premium})

    def test_every_peril_costs_what_the_customer_entered(self):
        answer = self.platform.send(app, self.customer("120.50"), "/rate", REQUEST)
        self.assertEqual(answer.json(), {"pricedPerilCharacteristics": {"peril-1": {"yearlyPremium": "120.50"}}})

    def test_no_customer_is_charged_the_premium_of_another(self):
        probes = [Probe(self.customer(premium), "/rate", REQUEST) for premium in ("100", "200")]
        self.assertEqual(find_bleeding(self.platform, lambda: app, probes), [])


if __name__ == "__main__":
    unittest.main()
