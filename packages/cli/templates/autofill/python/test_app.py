import os
import unittest

from app import app
from mkt_sdk import format_mapping_path
from mkt_sdk.testing import FakePlatform, Probe, find_bleeding

REQUEST = {
    "policyholderLocator": "1",
    "productName": "personal-auto",
    "operation": "newBusiness",
    "operationType": "create",
    "updates": {"fieldValues": {}},
}


class Autofill(unittest.TestCase):
    def setUp(self):
        self.platform = FakePlatform()
        self.addCleanup(self.platform.__exit__)
        os.environ["MKT_STATE_API"] = self.platform.state_api

    def customer(self, field):
        target = {"variant": "connected", "level": "policy", "product": "personal-auto", "field": field}
        mapping = {"productName": "personal-auto", "fields": {"note": format_mapping_path(target)}}
        return self.platform.route(mappings=[mapping])

    def test_the_mapped_field_is_filled_in(self):
        answer = self.platform.send(app, self.customer("remark"), "/autofill", REQUEST)
        self.assertEqual(answer.json(), {"fieldValues": {"remark": ["filled in for newBusiness"]}})

    def test_one_customer_never_gets_the_field_of_another(self):
        probes = [Probe(self.customer(field), "/autofill", REQUEST) for field in ("remark", "note")]
        self.assertEqual(find_bleeding(self.platform, lambda: app, probes), [])


if __name__ == "__main__":
    unittest.main()
