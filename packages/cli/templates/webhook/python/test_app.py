import os
import unittest

from app import app
from mkt_sdk.testing import FakePlatform, sample_event


class Events(unittest.TestCase):
    def setUp(self):
        self.platform = FakePlatform()
        self.addCleanup(self.platform.__exit__)
        os.environ["MKT_STATE_API"] = self.platform.state_api

    def test_an_event_is_heard_with_the_settings_of_its_customer(self):
        customer = self.platform.route(settings={"greeting": "Salut"})
        self.assertEqual(self.platform.send(app, customer, "/events", sample_event(type="policy.issue")).status, 204)
        self.assertEqual(customer.reads, 1)


if __name__ == "__main__":
    unittest.main()
