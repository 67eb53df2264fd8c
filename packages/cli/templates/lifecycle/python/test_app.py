import os
import unittest

from app import app
from mkt_sdk.testing import FakePlatform


class Hooks(unittest.TestCase):
    def setUp(self):
        self.platform = FakePlatform()
        self.addCleanup(self.platform.__exit__)
        os.environ["MKT_STATE_API"] = self.platform.state_api

    def test_every_hook_of_the_manifest_is_answered(self):
        customer = self.platform.route(settings={"partnerKey": "sample"})
        for hook in ("install", "configure", "uninstall"):
            call = {"hook": hook, "route": "https://gateway.invalid/r1", "routeId": customer.route_id}
            self.assertEqual(self.platform.send(app, customer, f"/hooks/{hook}", call).status, 200)


if __name__ == "__main__":
    unittest.main()
