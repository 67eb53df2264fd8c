package main

import "testing"

const asked = `{"productName":"personal-auto","operation":"newBusiness","operationType":"create","updates":{}}`

func mappedTo(field string) state {
	path := "$[?(@.name=='personal-auto')].policyConfiguration.fields[?(@.name=='" + field + "')]"
	return state{Mappings: []mapping{{ProductName: "personal-auto", Fields: map[string]string{"note": path}}}}
}

func TestTheMappedFieldIsFilledInForEachCustomer(t *testing.T) {
	a := platform(t, map[string]state{"k1": mappedTo("remark"), "k2": mappedTo("comment")})
	status, body := send(a, "k1", "/autofill", asked)
	expect(t, status, body, 200, `{"fieldValues":{"remark":["filled in for newBusiness"]}}`)
	status, body = send(a, "k2", "/autofill", asked)
	expect(t, status, body, 200, `{"fieldValues":{"comment":["filled in for newBusiness"]}}`)
}

func TestAProductWithoutAMappingIsLeftAlone(t *testing.T) {
	status, body := send(platform(t, map[string]state{"k1": {}}), "k1", "/autofill", asked)
	expect(t, status, body, 200, `{}`)
}
