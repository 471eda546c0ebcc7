package tessera.demo.admission.validation;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import tessera.demo.admission.JsonTreeOperations;

/** Objects as the messages of a real server print them: with the field names of its Go types, missing ones as null. */
final class GoStyleObjectPrinter {

    private GoStyleObjectPrinter() {}

    static ObjectNode taintValue(JsonNode taint) {
        return JsonTreeOperations.newObject().put("Key", taint.path("key").asText())
                .put("Value", taint.path("value").asText())
                .put("Effect", taint.path("effect").asText()).set("TimeAdded", orNull(taint.path("timeAdded")));
    }

    static ObjectNode podClaimValue(JsonNode claim) {
        var result = JsonTreeOperations.newObject().put("Name", claim.path("name").asText());
        result.set("ResourceClaimName", orNull(claim.path("resourceClaimName")));
        result.set("ResourceClaimTemplateName", orNull(claim.path("resourceClaimTemplateName")));
        return result;
    }

    /** Returns the spec of a PodDisruptionBudget. */
    static ObjectNode budgetSpecValue(JsonNode spec) {
        var result = JsonTreeOperations.newObject();
        result.set("MinAvailable", orNull(spec.path("minAvailable")));
        result.set("Selector", orNull(spec.path("selector")));
        result.set("MaxUnavailable", orNull(spec.path("maxUnavailable")));
        result.set("UnhealthyPodEvictionPolicy", orNull(spec.path("unhealthyPodEvictionPolicy")));
        return result;
    }

    /** Returns the fields that no two ports of a Service may share. */
    static ObjectNode servicePortValue(JsonNode port) {
        return JsonTreeOperations.newObject().put("Name", "").put("Protocol", port.path("protocol").asText())
                .putNull("AppProtocol")
                .put("Port", port.path("port").asInt()).put("TargetPort", 0).put("NodePort", 0);
    }

    /** Returns the spec of a ResourceClaim. */
    static ObjectNode claimSpecValue(JsonNode spec) {
        var result = JsonTreeOperations.newObject();
        var devices = result.putObject("Devices");
        var requests = JsonTreeOperations.newArray();
        spec.path("devices").path("requests").forEach(request -> requests.add(requestValue(request)));
        devices.set("Requests", requests.isEmpty() ? orNull(spec.path("devices").path("requests")) : requests);
        devices.set("Constraints", orNull(spec.path("devices").path("constraints")));
        devices.set("Config", orNull(spec.path("devices").path("config")));
        return result;
    }

    private static ObjectNode requestValue(JsonNode request) {
        var result = JsonTreeOperations.newObject().put("Name", request.path("name").asText());
        var exactly = request.path("exactly");
        if (exactly.isObject()) {
            var exact = result.putObject("Exactly").put("DeviceClassName", exactly.path("deviceClassName").asText());
            exact.set("Selectors", orNull(selectorValues(exactly.path("selectors"))));
            exact.put("AllocationMode", exactly.path("allocationMode").asText()).put("Count",
                    exactly.path("count").asLong());
            exact.set("AdminAccess", orNull(exactly.path("adminAccess")));
            exact.set("Tolerations", orNull(exactly.path("tolerations")));
            exact.set("Capacity", orNull(exactly.path("capacity")));
        } else {
            result.putNull("Exactly");
        }
        result.set("FirstAvailable", orNull(request.path("firstAvailable")));
        return result;
    }

    private static JsonNode selectorValues(JsonNode selectors) {
        if (selectors.isEmpty()) {
            return selectors;
        }
        var result = JsonTreeOperations.newArray();
        selectors.forEach(selector -> result.addObject().putObject("CEL").put("Expression",
                selector.path("cel").path("expression").asText()));
        return result;
    }

    static ObjectNode allocatedDeviceValue(JsonNode device) {
        return JsonTreeOperations.newObject().put("Driver", device.path("driver").asText())
                .put("Pool", device.path("pool").asText())
                .put("Device", device.path("device").asText()).put("ShareID", device.path("shareID").asText());
    }

    private static JsonNode orNull(JsonNode value) {
        return value.isMissingNode() ? JsonTreeOperations.newObject().nullNode() : value;
    }
}
