package tessera.demo.admission.validation;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What holds for the objects of dynamic resource allocation. */
final class DeviceRules {

    private static final int MOST_DEVICES = 128;
    private static final int MOST_WITH_TAINTS = 64;
    private static final int MOST_REQUESTS = 32;
    private static final List<String> WHERE = List.of("nodeName", "nodeSelector", "allNodes", "perDeviceNodeSelection");

    private final JsonNode object;
    private final ValidationErrors findings;

    DeviceRules(JsonNode object, ValidationErrors findings) {
        this.object = object;
        this.findings = findings;
    }

    void deviceClass() {
        selectors(object.path("spec").path("selectors"), "spec.selectors");
        var name = object.path("spec").path("extendedResourceName").asText();
        if (!name.isEmpty() && !ResourceRules.isExtended(name)) {
            findings.invalid("spec.extendedResourceName", name, "doesn't follow extended resource name standard");
        }
    }

    void claim(@Nullable JsonNode old) {
        claimSpec(object.path("spec"), "spec");
        if (old != null && !old.path("spec").equals(object.path("spec"))) {
            findings.invalid("spec", GoValues.claimSpec(object.path("spec")), ValidationErrors.IMMUTABLE);
        }
    }

    void template(@Nullable JsonNode old) {
        claimSpec(object.path("spec").path("spec"), "spec.spec");
        if (old != null && !old.path("spec").equals(object.path("spec"))) {
            findings.invalid("spec", object.path("spec"), ValidationErrors.IMMUTABLE);
        }
    }

    /** A driver may only report on devices that the claim got. */
    void claimStatus() {
        var allocated = new HashSet<String>();
        for (var result : object.path("status").path("allocation").path("devices").path("results")) {
            allocated.add(id(result));
        }
        var seen = new HashSet<String>();
        int index = 0;
        for (var device : object.path("status").path("devices")) {
            var path = "status.devices[" + index++ + "]";
            if (!seen.add(id(device))) {
                findings.duplicate(path, GoValues.allocatedDevice(device));
            } else if (!allocated.contains(id(device))) {
                findings.invalid(path, GoValues.allocatedDevice(device), "must be an allocated device in the claim");
            }
        }
    }

    private static String id(JsonNode device) {
        return String.join(" ", device.path("driver").asText(), device.path("pool").asText(),
                device.path("device").asText(), device.path("shareID").asText());
    }

    private void claimSpec(JsonNode spec, String path) {
        var requests = spec.path("devices").path("requests");
        if (requests.size() > MOST_REQUESTS) {
            findings.tooMany(path + ".devices.requests", requests.size(), MOST_REQUESTS);
        }
        var names = new HashSet<String>();
        int index = 0;
        for (var request : requests) {
            var at = path + ".devices.requests[" + index++ + "]";
            var name = request.path("name").asText();
            if (name.isEmpty()) {
                findings.required(at + ".name");
            } else {
                NameFormats.label(name).forEach(why -> findings.invalid(at + ".name", name, why));
            }
            if (!name.isEmpty() && !names.add(name)) {
                findings.duplicate(at, request.path("name"));
            }
            request(request, at);
        }
        constraints(spec.path("devices").path("constraints"), names, path + ".devices.constraints");
    }

    private void constraints(JsonNode constraints, Set<String> requests, String path) {
        int index = 0;
        for (var constraint : constraints) {
            int place = 0;
            for (var name : constraint.path("requests")) {
                if (!requests.contains(name.asText().replaceFirst("/.*", ""))) {
                    findings.invalid("%s[%d].requests[%d]".formatted(path, index, place), name,
                            "must be the name of a request in the claim or the name of a request and a subrequest"
                                    + " separated by '/'");
                }
                place++;
            }
            if (!constraint.has("matchAttribute") && !constraint.has("distinctAttribute")) {
                findings.required(path + "[" + index + "].matchAttribute");
            }
            index++;
        }
    }

    private void request(JsonNode request, String path) {
        boolean exact = request.has("exactly");
        boolean choice = !request.path("firstAvailable").isEmpty();
        if (exact && choice) {
            findings.invalid(path, TextNode.valueOf(""),
                    "exactly one of `exactly` or `firstAvailable` is required, but multiple fields are set");
        } else if (exact) {
            device(request.path("exactly"), path + ".exactly");
        } else if (choice) {
            int index = 0;
            for (var alternative : request.path("firstAvailable")) {
                device(alternative, path + ".firstAvailable[" + index++ + "]");
            }
        } else {
            findings.required(path, "exactly one of `exactly` or `firstAvailable` is required");
        }
    }

    private void device(JsonNode device, String path) {
        var name = device.path("deviceClassName").asText();
        if (name.isEmpty()) {
            findings.required(path + ".deviceClassName");
        } else {
            NameFormats.subdomain(name).forEach(why -> findings.invalid(path + ".deviceClassName", name, why));
        }
        selectors(device.path("selectors"), path + ".selectors");
        var mode = device.path("allocationMode").asText();
        if (mode.equals("ExactCount") && device.path("count").asLong() <= 0) {
            findings.invalid(path + ".count", device.path("count"), "must be greater than zero");
        } else if (mode.equals("All") && device.path("count").asLong() != 0) {
            findings.invalid(path + ".count", device.path("count"),
                    "must not be specified when allocationMode is 'All'");
        } else if (!List.of("All", "ExactCount").contains(mode)) {
            findings.notSupported(path + ".allocationMode", mode, List.of("All", "ExactCount"));
        }
        new SchedulingRules(findings).tolerations(device.path("tolerations"), path + ".tolerations");
    }

    private void selectors(JsonNode selectors, String path) {
        int index = 0;
        for (var selector : selectors) {
            var at = path + "[" + index++ + "].cel";
            var expression = selector.path("cel").path("expression").asText();
            if (!selector.has("cel")) {
                findings.required(at);
            } else {
                DeviceExpressions.fault(expression).ifPresent(
                        fault -> findings.invalid(at + ".expression", expression, "compilation failed: " + fault));
            }
        }
    }

    void slice(@Nullable JsonNode old) {
        var spec = object.path("spec");
        var driver = spec.path("driver").asText();
        if (driver.isEmpty()) {
            findings.required("spec.driver");
        } else {
            NameFormats.subdomain(driver).forEach(why -> findings.invalid("spec.driver", driver, why));
        }
        var pool = spec.path("pool");
        if (pool.path("name").asText().isEmpty()) {
            findings.required("spec.pool.name");
        }
        if (pool.path("resourceSliceCount").asLong() <= 0) {
            findings.invalid("spec.pool.resourceSliceCount", pool.path("resourceSliceCount"),
                    "must be greater than zero");
        }
        findings.notNegative("spec.pool.generation", pool.path("generation"));
        if (WHERE.stream().filter(spec::has).count() != 1) {
            findings.required("spec", "exactly one of `nodeName`, `nodeSelector`, `allNodes`, `perDeviceNodeSelection`"
                    + " is required");
        }
        devices(spec.path("devices"));
        if (old != null) {
            for (var field : List.of("driver", "nodeName")) {
                if (!old.path("spec").path(field).equals(spec.path(field))) {
                    findings.invalid("spec." + field, spec.path(field), ValidationErrors.IMMUTABLE);
                }
            }
            if (!old.path("spec").path("pool").path("name").equals(pool.path("name"))) {
                findings.invalid("spec.pool.name", pool.path("name"), ValidationErrors.IMMUTABLE);
            }
        }
    }

    private void devices(JsonNode devices) {
        boolean special = false;
        var names = new HashSet<String>();
        int index = 0;
        for (var device : devices) {
            var at = "spec.devices[" + index++ + "]";
            special |= !device.path("taints").isEmpty() || !device.path("consumesCounters").isEmpty();
            var name = device.path("name").asText();
            if (name.isEmpty()) {
                findings.required(at + ".name");
            } else {
                NameFormats.label(name).forEach(why -> findings.invalid(at + ".name", name, why));
            }
            device.path("attributes").properties().forEach(attribute -> {
                if (attribute.getValue().size() != 1) {
                    findings.required(at + ".attributes[" + attribute.getKey() + "]",
                            "exactly one value must be specified");
                }
            });
            if (!name.isEmpty() && !names.add(name)) {
                findings.duplicate(at, device.path("name"));
            }
        }
        int most = special ? MOST_WITH_TAINTS : MOST_DEVICES;
        if (devices.size() > most) {
            findings.tooMany("spec.devices", devices.size(), most);
        }
    }
}
