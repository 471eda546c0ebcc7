package tessera.demo.api.table;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.Map;
import java.util.TreeMap;
import tessera.demo.store.SimulatedStoreJsonCodec;

/** Table cells of resources with only one or two special columns. */
final class SimulatedMiscellaneousTableCells {

    private static final Map<String, String> ACCESS_MODES = Map.of("ReadWriteOnce", "RWO", "ReadOnlyMany", "ROX",
            "ReadWriteMany", "RWX", "ReadWriteOncePod", "RWOP");

    static final Map<String, SimulatedTableCellFunction> ALL = Map.ofEntries(
            Map.entry("configmap.data",
                    (map, _) -> SimulatedTableCellExpressionParser
                            .numberNode(map.path("data").size() + map.path("binaryData").size())),
            Map.entry("quota.requests",
                    (quota, _) -> SimulatedTableCellExpressionParser.textNode(quotaText(quota, false))),
            Map.entry("quota.limits",
                    (quota, _) -> SimulatedTableCellExpressionParser.textNode(quotaText(quota, true))),
            Map.entry("volume.modes",
                    (volume, _) -> SimulatedTableCellExpressionParser.textNode(accessModesText(volume))),
            Map.entry("volume.status", (volume, _) -> SimulatedTableCellExpressionParser.textNode(phaseText(volume))),
            Map.entry("volume.claim",
                    (volume, _) -> SimulatedTableCellExpressionParser
                            .textNode(claimName(volume.path("spec").path("claimRef")))),
            Map.entry("owner", (object, _) -> SimulatedTableCellExpressionParser.textNode(ownerName(object))),
            Map.entry("autoscaler.reference",
                    (scaler, _) -> SimulatedTableCellExpressionParser.textNode(referenceName(scaler))),
            Map.entry("autoscaler.targets",
                    (scaler, _) -> SimulatedTableCellExpressionParser.textNode(targetsText(scaler))),
            Map.entry("binding.role", (binding, _) -> SimulatedTableCellExpressionParser
                    .textNode(SimulatedStoreJsonCodec.textAt(binding, "roleRef", "kind") + "/"
                            + SimulatedStoreJsonCodec.textAt(binding, "roleRef", "name"))),
            Map.entry("binding.users",
                    (binding, _) -> SimulatedTableCellExpressionParser.textNode(subjectsText(binding, "User"))),
            Map.entry("binding.groups",
                    (binding, _) -> SimulatedTableCellExpressionParser.textNode(subjectsText(binding, "Group"))),
            Map.entry("binding.accounts",
                    (binding, _) -> SimulatedTableCellExpressionParser
                            .textNode(subjectsText(binding, "ServiceAccount"))),
            Map.entry("claim.state", (claim, _) -> SimulatedTableCellExpressionParser.textNode(stateText(claim))),
            Map.entry("apiservice.service",
                    (service, _) -> SimulatedTableCellExpressionParser.textNode(serviceName(service))),
            Map.entry("apiservice.available",
                    (service, _) -> SimulatedTableCellExpressionParser.textNode(availableText(service))));

    private SimulatedMiscellaneousTableCells() {}

    private static String quotaText(JsonNode quota, boolean limits) {
        var parts = new TreeMap<String, String>();
        quota.path("status").path("hard").properties().forEach(hard -> {
            if (hard.getKey().startsWith("limits") == limits) {
                var used = quota.path("status").path("used").path(hard.getKey()).asText("0");
                parts.put(hard.getKey(), hard.getKey() + ": " + used + "/" + hard.getValue().asText());
            }
        });
        return String.join(", ", parts.values());
    }

    private static String accessModesText(JsonNode volume) {
        var modes = SimulatedTableCellExpressionParser
                .textsAt(volume.has("status") && volume.path("status").has("accessModes") ? volume.path("status")
                        : volume.path("spec"), "accessModes");
        return String.join(",", modes.stream().map(mode -> ACCESS_MODES.getOrDefault(mode, mode)).toList());
    }

    private static String phaseText(JsonNode volume) {
        if (volume.path("metadata").hasNonNull("deletionTimestamp")) {
            return "Terminating";
        }
        return SimulatedStoreJsonCodec.textAt(volume, "status", "phase");
    }

    private static String claimName(JsonNode reference) {
        if (reference.isObject()) {
            return SimulatedStoreJsonCodec.textAt(reference, "namespace") + "/"
                    + SimulatedStoreJsonCodec.textAt(reference, "name");
        }
        return "";
    }

    private static String ownerName(JsonNode object) {
        for (var owner : object.path("metadata").path("ownerReferences")) {
            if (owner.path("controller").asBoolean()) {
                var group = SimulatedStoreJsonCodec.textAt(owner, "apiVersion").replaceFirst("/.*|^v1$", "");
                var kind = SimulatedStoreJsonCodec.textAt(owner, "kind").toLowerCase(java.util.Locale.ROOT);
                return kind + (group.isEmpty() ? "" : "." + group) + "/"
                        + SimulatedStoreJsonCodec.textAt(owner, "name");
            }
        }
        return SimulatedTableCellExpressionParser.NONE;
    }

    private static String referenceName(JsonNode scaler) {
        var target = scaler.path("spec").path("scaleTargetRef");
        return SimulatedStoreJsonCodec.textAt(target, "kind") + "/" + SimulatedStoreJsonCodec.textAt(target, "name");
    }

    private static String targetsText(JsonNode scaler) {
        var targets = new ArrayList<String>();
        for (var metric : scaler.path("spec").path("metrics")) {
            var resource = metric.path("resource");
            targets.add(SimulatedStoreJsonCodec.textAt(resource, "name") + ": <unknown>/"
                    + resource.path("target").path("averageUtilization").asText("") + "%");
        }
        return targets.isEmpty() ? SimulatedTableCellExpressionParser.NONE : String.join(", ", targets);
    }

    private static String subjectsText(JsonNode binding, String kind) {
        var names = new ArrayList<String>();
        for (var subject : binding.path("subjects")) {
            if (SimulatedStoreJsonCodec.textAt(subject, "kind").equals(kind)) {
                var namespace = SimulatedStoreJsonCodec.textAt(subject, "namespace");
                names.add(namespace.isEmpty() ? SimulatedStoreJsonCodec.textAt(subject, "name")
                        : namespace + "/" + SimulatedStoreJsonCodec.textAt(subject, "name"));
            }
        }
        return String.join(", ", names);
    }

    private static String stateText(JsonNode claim) {
        var states = new ArrayList<String>();
        if (claim.path("metadata").hasNonNull("deletionTimestamp")) {
            states.add("deleted");
        }
        states.add(claim.path("status").has("allocation") ? "allocated" : "pending");
        if (!claim.path("status").path("reservedFor").isEmpty()) {
            states.add("reserved");
        }
        return String.join(",", states);
    }

    private static String serviceName(JsonNode apiService) {
        var service = apiService.path("spec").path("service");
        if (service.isObject()) {
            return SimulatedStoreJsonCodec.textAt(service, "namespace") + "/"
                    + SimulatedStoreJsonCodec.textAt(service, "name");
        }
        return "Local";
    }

    private static String availableText(JsonNode apiService) {
        for (var condition : apiService.path("status").path("conditions")) {
            if (SimulatedStoreJsonCodec.textAt(condition, "type").equals("Available")) {
                var status = SimulatedStoreJsonCodec.textAt(condition, "status");
                if (status.equals("True")) {
                    return status;
                }
                return status + " (" + SimulatedStoreJsonCodec.textAt(condition, "reason") + ")";
            }
        }
        return "Unknown";
    }
}
