package tessera.demo.admission;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import tessera.cel.CelCompilationFault;
import tessera.cel.CelProgram;
import tessera.cel.CelScope;
import tessera.kube.schema.FieldViolation;

/** Rules between the fields of device classes, claims and slices. */
final class SimulatedDeviceRules {

    /** The selectors of drivers' own classes, with which clusters start: the compiler is not loaded for these alone. */
    private static final Pattern DRIVER_CLASS = Pattern
            .compile("device\\.driver == '[\\w.]+'(?: && device\\.attributes\\['[\\w.]+']\\.type == '\\w+')?");
    private static final List<String> WHERE = List.of("nodeName", "nodeSelector", "allNodes", "perDeviceNodeSelection");

    private SimulatedDeviceRules() {}

    static void check(String type, String path, JsonNode value, List<FieldViolation> found) {
        switch (type) {
            case "DeviceRequest" -> checkChoice(path, value, found);
            case "DeviceSelector" -> faultMessage(value.path("cel").path("expression").asText())
                    .filter(_ -> value.has("cel")).ifPresent(fault -> found.add(FieldViolation
                            .invalid(path + ".cel.expression", value.path("cel").path("expression"), fault)));
            case "ResourceSliceSpec" -> checkSlice(path, value, found);
            default -> {}
        }
    }

    private static void checkChoice(String path, JsonNode request, List<FieldViolation> found) {
        boolean exact = request.has("exactly");
        boolean choice = !request.path("firstAvailable").isEmpty();
        if (exact && choice) {
            found.add(FieldViolation.invalid(path, TextNode.valueOf(""),
                    "exactly one of `exactly` or `firstAvailable` is required, but multiple fields are set"));
        } else if (!exact && !choice) {
            found.add(FieldViolation.required(path, "exactly one of `exactly` or `firstAvailable` is required"));
        }
    }

    private static void checkSlice(String path, JsonNode spec, List<FieldViolation> found) {
        if (WHERE.stream().filter(spec::has).count() != 1) {
            found.add(FieldViolation.required(path,
                    "exactly one of `nodeName`, `nodeSelector`, `allNodes`, `perDeviceNodeSelection` is required"));
        }
    }

    /** Checks that the specification of a claim or of a template of claims does not change. */
    static void checkUpdate(String kind, JsonNode spec, JsonNode before, List<FieldViolation> found) {
        if (kind.startsWith("ResourceClaim") && !spec.equals(before)) {
            found.add(FieldViolation.invalid("spec",
                    kind.equals("ResourceClaim") ? GoStructFormatter.valueOf("ClaimSpec", spec) : spec,
                    FieldViolation.IMMUTABLE));
        }
    }

    /** Checks that a driver reports only on devices that are allocated to the claim. */
    static void checkClaimStatus(JsonNode status, List<FieldViolation> found) {
        var allocated = status.path("allocation").path("devices").path("results").valueStream()
                .map(SimulatedDeviceRules::deviceId).collect(Collectors.toSet());
        var seen = new HashSet<String>();
        JsonTreeOperations.itemsOf(status.path("devices"), "status.devices").forEach(item -> {
            var device = GoStructFormatter.valueOf("AllocatedDevice", item.value());
            if (!seen.add(deviceId(item.value()))) {
                found.add(FieldViolation.duplicate(item.path(), device, ""));
            } else if (!allocated.contains(deviceId(item.value()))) {
                found.add(FieldViolation.invalid(item.path(), device, "must be an allocated device in the claim"));
            }
        });
    }

    private static String deviceId(JsonNode device) {
        return String.join(" ", device.path("driver").asText(), device.path("pool").asText(),
                device.path("device").asText(), device.path("shareID").asText());
    }

    /** Returns the message of a real server's compiler, with the position; empty when no fault is found. */
    private static Optional<String> faultMessage(String expression) {
        if (DRIVER_CLASS.matcher(expression).matches()) {
            return Optional.empty();
        }
        return CelProgram.findFault(CelScope.DEVICE_SELECTOR, expression).map(CelCompilationFault::message);
    }
}
