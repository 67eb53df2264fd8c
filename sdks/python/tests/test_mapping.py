import json
import unittest
from pathlib import Path

from mkt_sdk import (
    EnterpriseChange,
    SdkError,
    fill,
    format_mapping_path,
    parse_mapping_path,
    read_enterprise_field,
    read_policy_field,
    read_policyholder_field,
    write_policyholder,
)

VECTORS = json.loads((Path(__file__).parents[2] / "vectors" / "mapping.json").read_text())


class MappingVectors(unittest.TestCase):
    def test_paths_are_read_and_written(self):
        for vector in VECTORS["paths"]:
            with self.subTest(vector["path"]):
                self.assertEqual(parse_mapping_path(vector["path"]), vector["target"])
                self.assertEqual(format_mapping_path(vector["target"]), vector["path"])

    def test_anything_else_is_refused(self):
        for path in VECTORS["invalid"]:
            with self.subTest(path), self.assertRaises(SdkError):
                parse_mapping_path(path)

    def test_fields_are_read(self):
        readers = {
            "policy": read_policy_field,
            "policyholder": read_policyholder_field,
            "enterprise": read_enterprise_field,
        }
        for vector in VECTORS["reads"]:
            with self.subTest(vector["name"]):
                self.assertEqual(readers[vector["of"]](vector["from"], vector["path"]), vector["values"])

    def test_fields_are_filled_in(self):
        for vector in VECTORS["fills"]:
            with self.subTest(vector["name"]):
                filling = fill(vector["request"], vector.get("policy"))
                for path, value in vector["set"]:
                    for place in filling.places(path, add_group=vector.get("addGroup", False)):
                        place.set(value)
                self.assertEqual(filling.answer(), vector["answer"])

    def test_policyholders_are_written(self):
        for vector in VECTORS["policyholders"]:
            self.assertEqual(write_policyholder(vector["set"]), vector["body"])

    def test_enterprise_fields_are_written(self):
        for vector in VECTORS["enterprise"]:
            with self.subTest(vector["name"]):
                change = EnterpriseChange(vector["resource"])
                for path, value in vector["set"]:
                    change.set(path, value)
                self.assertEqual(change.body(), vector["change"])


if __name__ == "__main__":
    unittest.main()
