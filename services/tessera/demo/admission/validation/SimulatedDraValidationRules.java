package tessera.demo.admission.validation;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tessera.kube.names.NameFormatRules;
import tessera.kube.names.ResourceNames;

/** Rules for the objects of dynamic resource allocation. */
final class SimulatedDraValidationRules {

    private static final int MOST_DEVICES = 128;
    private static final int MOST_WITH_TAINTS = 64;
    private static final int MOST_REQUESTS = 32;
    private static final List<String> WHERE = List.of("nodeName", "nodeSelector", "allNodes", "perDeviceNodeSelection");

    private final JsonNode object;
    private final SimulatedValidationErrorCollector findings;

    SimulatedDraValidationRules(JsonNode object, SimulatedValidationErrorCollector findings) {
        this.object = object;
        this.findings = findings;
    }

    void checkDeviceClass() {
        checkSelectors(object.path("spec").path("selectors"), "spec.selectors");
        var name = object.path("spec").path("extendedResourceName").asText();
        if (!name.isEmpty() && !ResourceNames.isExtended(name)) {
            findings.addInvalid("spec.extendedResourceName", name, "doesn't follow extended resource name standard");
        }
    }

    void checkClaim(@Nullable JsonNode old) {
        checkClaimSpec(object.path("spec"), "spec");
        if (old != null && !old.path("spec").equals(object.path("spec"))) {
            findings.addInvalid("spec", GoStyleObjectPrinter.claimSpecValue(object.path("spec")),
                    SimulatedValidationErrorCollector.IMMUTABLE);
        }
    }

    void checkTemplate(@Nullable JsonNode old) {
        checkClaimSpec(object.path("spec").path("spec"), "spec.spec");
        if (old != null && !old.path("spec").equals(object.path("spec"))) {
            findings.addInvalid("spec", object.path("spec"), SimulatedValidationErrorCollector.IMMUTABLE);
        }
    }

    /** Checks that a driver reports only on devices that are allocated to the claim. */
    void checkClaimStatus() {
        var allocated = new HashSet<String>();
        for (var result : object.path("status").path("allocation").path("devices").path("results")) {
            allocated.add(deviceId(result));
        }
        var seen = new HashSet<String>();
        int index = 0;
        for (var device : object.path("status").path("devices")) {
            var path = "status.devices[" + index++ + "]";
            if (!seen.add(deviceId(device))) {
                findings.addDuplicate(path, GoStyleObjectPrinter.allocatedDeviceValue(device));
            } else if (!allocated.contains(deviceId(device))) {
                findings.addInvalid(path, GoStyleObjectPrinter.allocatedDeviceValue(device),
                        "must be an allocated device in the claim");
            }
        }
    }

    private static String deviceId(JsonNode device) {
        return String.join(" ", device.path("driver").asText(), device.path("pool").asText(),
                device.path("device").asText(), device.path("shareID").asText());
    }

    private void checkClaimSpec(JsonNode spec, String path) {
        var requests = spec.path("devices").path("requests");
        if (requests.size() > MOST_REQUESTS) {
            findings.addTooMany(path + ".devices.requests", requests.size(), MOST_REQUESTS);
        }
        var names = new HashSet<String>();
        int index = 0;
        for (var request : requests) {
            var at = path + ".devices.requests[" + index++ + "]";
            var name = request.path("name").asText();
            if (name.isEmpty()) {
                findings.addRequired(at + ".name");
            } else {
                NameFormatRules.checkLabel(name)
                        .forEach(reason -> findings.addInvalid(at + ".name", name, reason));
            }
            if (!name.isEmpty() && !names.add(name)) {
                findings.addDuplicate(at, request.path("name"));
            }
            checkRequest(request, at);
        }
        checkConstraints(spec.path("devices").path("constraints"), names, path + ".devices.constraints");
    }

    private void checkConstraints(JsonNode constraints, Set<String> requests, String path) {
        int index = 0;
        for (var constraint : constraints) {
            int position = 0;
            for (var name : constraint.path("requests")) {
                if (!requests.contains(name.asText().replaceFirst("/.*", ""))) {
                    findings.addInvalid("%s[%d].requests[%d]".formatted(path, index, position), name,
                            "must be the name of a request in the claim or the name of a request and a subrequest"
                                    + " separated by '/'");
                }
                position++;
            }
            if (!constraint.has("matchAttribute") && !constraint.has("distinctAttribute")) {
                findings.addRequired(path + "[" + index + "].matchAttribute");
            }
            index++;
        }
    }

    private void checkRequest(JsonNode request, String path) {
        boolean exact = request.has("exactly");
        boolean choice = !request.path("firstAvailable").isEmpty();
        if (exact && choice) {
            findings.addInvalid(path, TextNode.valueOf(""),
                    "exactly one of `exactly` or `firstAvailable` is required, but multiple fields are set");
        } else if (exact) {
            checkExactRequest(request.path("exactly"), path + ".exactly");
        } else if (choice) {
            int index = 0;
            for (var alternative : request.path("firstAvailable")) {
                checkExactRequest(alternative, path + ".firstAvailable[" + index++ + "]");
            }
        } else {
            findings.addRequired(path, "exactly one of `exactly` or `firstAvailable` is required");
        }
    }

    private void checkExactRequest(JsonNode device, String path) {
        var name = device.path("deviceClassName").asText();
        if (name.isEmpty()) {
            findings.addRequired(path + ".deviceClassName");
        } else {
            NameFormatRules.checkSubdomain(name)
                    .forEach(reason -> findings.addInvalid(path + ".deviceClassName", name, reason));
        }
        checkSelectors(device.path("selectors"), path + ".selectors");
        var mode = device.path("allocationMode").asText();
        if (mode.equals("ExactCount") && device.path("count").asLong() <= 0) {
            findings.addInvalid(path + ".count", device.path("count"), "must be greater than zero");
        } else if (mode.equals("All") && device.path("count").asLong() != 0) {
            findings.addInvalid(path + ".count", device.path("count"),
                    "must not be specified when allocationMode is 'All'");
        } else if (!List.of("All", "ExactCount").contains(mode)) {
            findings.addNotSupported(path + ".allocationMode", mode, List.of("All", "ExactCount"));
        }
        new SimulatedSchedulingValidationRules(findings).checkTolerations(device.path("tolerations"),
                path + ".tolerations");
    }

    private void checkSelectors(JsonNode selectors, String path) {
        int index = 0;
        for (var selector : selectors) {
            var at = path + "[" + index++ + "].cel";
            var expression = selector.path("cel").path("expression").asText();
            if (!selector.has("cel")) {
                findings.addRequired(at);
            } else {
                SimulatedDeviceSelectorCheck.faultMessage(expression)
                        .ifPresent(fault -> findings.addInvalid(at + ".expression", expression, fault));
            }
        }
    }

    void checkSlice(@Nullable JsonNode old) {
        var spec = object.path("spec");
        var driver = spec.path("driver").asText();
        if (driver.isEmpty()) {
            findings.addRequired("spec.driver");
        } else {
            NameFormatRules.checkSubdomain(driver)
                    .forEach(reason -> findings.addInvalid("spec.driver", driver, reason));
        }
        var pool = spec.path("pool");
        if (pool.path("name").asText().isEmpty()) {
            findings.addRequired("spec.pool.name");
        }
        if (pool.path("resourceSliceCount").asLong() <= 0) {
            findings.addInvalid("spec.pool.resourceSliceCount", pool.path("resourceSliceCount"),
                    "must be greater than zero");
        }
        findings.checkNotNegative("spec.pool.generation", pool.path("generation"));
        if (WHERE.stream().filter(spec::has).count() != 1) {
            findings.addRequired("spec",
                    "exactly one of `nodeName`, `nodeSelector`, `allNodes`, `perDeviceNodeSelection`"
                            + " is required");
        }
        checkDevices(spec.path("devices"));
        if (old != null) {
            for (var field : List.of("driver", "nodeName")) {
                if (!old.path("spec").path(field).equals(spec.path(field))) {
                    findings.addInvalid("spec." + field, spec.path(field), SimulatedValidationErrorCollector.IMMUTABLE);
                }
            }
            if (!old.path("spec").path("pool").path("name").equals(pool.path("name"))) {
                findings.addInvalid("spec.pool.name", pool.path("name"), SimulatedValidationErrorCollector.IMMUTABLE);
            }
        }
    }

    private void checkDevices(JsonNode devices) {
        boolean special = false;
        var names = new HashSet<String>();
        int index = 0;
        for (var device : devices) {
            var at = "spec.devices[" + index++ + "]";
            special |= !device.path("taints").isEmpty() || !device.path("consumesCounters").isEmpty();
            var name = device.path("name").asText();
            if (name.isEmpty()) {
                findings.addRequired(at + ".name");
            } else {
                NameFormatRules.checkLabel(name)
                        .forEach(reason -> findings.addInvalid(at + ".name", name, reason));
            }
            device.path("attributes").properties().forEach(attribute -> {
                if (attribute.getValue().size() != 1) {
                    findings.addRequired(at + ".attributes[" + attribute.getKey() + "]",
                            "exactly one value must be specified");
                }
            });
            if (!name.isEmpty() && !names.add(name)) {
                findings.addDuplicate(at, device.path("name"));
            }
        }
        int maximum = special ? MOST_WITH_TAINTS : MOST_DEVICES;
        if (devices.size() > maximum) {
            findings.addTooMany("spec.devices", devices.size(), maximum);
        }
    }
}
