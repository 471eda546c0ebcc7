package tessera.demo.api.table;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.Map;
import java.util.TreeMap;
import tessera.demo.store.StoreJson;

/** Table cells of resources with only one or two special columns. */
final class OtherCells {

    private static final Map<String, String> ACCESS_MODES = Map.of("ReadWriteOnce", "RWO", "ReadOnlyMany", "ROX",
            "ReadWriteMany", "RWX", "ReadWriteOncePod", "RWOP");

    static final Map<String, TableCell> ALL = Map.ofEntries(
            Map.entry("configmap.data",
                    (map, _) -> TableCellReader.numberNode(map.path("data").size() + map.path("binaryData").size())),
            Map.entry("quota.requests", (quota, _) -> TableCellReader.textNode(quotaText(quota, false))),
            Map.entry("quota.limits", (quota, _) -> TableCellReader.textNode(quotaText(quota, true))),
            Map.entry("volume.modes", (volume, _) -> TableCellReader.textNode(accessModesText(volume))),
            Map.entry("volume.status", (volume, _) -> TableCellReader.textNode(phaseText(volume))),
            Map.entry("volume.claim",
                    (volume, _) -> TableCellReader.textNode(claimName(volume.path("spec").path("claimRef")))),
            Map.entry("owner", (object, _) -> TableCellReader.textNode(ownerName(object))),
            Map.entry("autoscaler.reference", (scaler, _) -> TableCellReader.textNode(referenceName(scaler))),
            Map.entry("autoscaler.targets", (scaler, _) -> TableCellReader.textNode(targetsText(scaler))),
            Map.entry("binding.role", (binding, _) -> TableCellReader
                    .textNode(StoreJson.textAt(binding, "roleRef", "kind") + "/"
                            + StoreJson.textAt(binding, "roleRef", "name"))),
            Map.entry("binding.users", (binding, _) -> TableCellReader.textNode(subjectsText(binding, "User"))),
            Map.entry("binding.groups", (binding, _) -> TableCellReader.textNode(subjectsText(binding, "Group"))),
            Map.entry("binding.accounts",
                    (binding, _) -> TableCellReader.textNode(subjectsText(binding, "ServiceAccount"))),
            Map.entry("claim.state", (claim, _) -> TableCellReader.textNode(stateText(claim))),
            Map.entry("apiservice.service", (service, _) -> TableCellReader.textNode(serviceName(service))),
            Map.entry("apiservice.available", (service, _) -> TableCellReader.textNode(availableText(service))));

    private OtherCells() {}

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
        var modes = TableCellReader
                .textsAt(volume.has("status") && volume.path("status").has("accessModes") ? volume.path("status")
                        : volume.path("spec"), "accessModes");
        return String.join(",", modes.stream().map(mode -> ACCESS_MODES.getOrDefault(mode, mode)).toList());
    }

    private static String phaseText(JsonNode volume) {
        return volume.path("metadata").hasNonNull("deletionTimestamp") ? "Terminating"
                : StoreJson.textAt(volume, "status", "phase");
    }

    private static String claimName(JsonNode reference) {
        return reference.isObject()
                ? StoreJson.textAt(reference, "namespace") + "/" + StoreJson.textAt(reference, "name")
                : "";
    }

    private static String ownerName(JsonNode object) {
        for (var owner : object.path("metadata").path("ownerReferences")) {
            if (owner.path("controller").asBoolean()) {
                var group = StoreJson.textAt(owner, "apiVersion").replaceFirst("/.*|^v1$", "");
                var kind = StoreJson.textAt(owner, "kind").toLowerCase(java.util.Locale.ROOT);
                return kind + (group.isEmpty() ? "" : "." + group) + "/" + StoreJson.textAt(owner, "name");
            }
        }
        return TableCellReader.NONE;
    }

    private static String referenceName(JsonNode scaler) {
        var target = scaler.path("spec").path("scaleTargetRef");
        return StoreJson.textAt(target, "kind") + "/" + StoreJson.textAt(target, "name");
    }

    private static String targetsText(JsonNode scaler) {
        var targets = new ArrayList<String>();
        for (var metric : scaler.path("spec").path("metrics")) {
            var resource = metric.path("resource");
            targets.add(StoreJson.textAt(resource, "name") + ": <unknown>/"
                    + resource.path("target").path("averageUtilization").asText("") + "%");
        }
        return targets.isEmpty() ? TableCellReader.NONE : String.join(", ", targets);
    }

    private static String subjectsText(JsonNode binding, String kind) {
        var names = new ArrayList<String>();
        for (var subject : binding.path("subjects")) {
            if (StoreJson.textAt(subject, "kind").equals(kind)) {
                var namespace = StoreJson.textAt(subject, "namespace");
                names.add(namespace.isEmpty() ? StoreJson.textAt(subject, "name")
                        : namespace + "/" + StoreJson.textAt(subject, "name"));
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
        return service.isObject() ? StoreJson.textAt(service, "namespace") + "/" + StoreJson.textAt(service, "name")
                : "Local";
    }

    private static String availableText(JsonNode apiService) {
        for (var condition : apiService.path("status").path("conditions")) {
            if (StoreJson.textAt(condition, "type").equals("Available")) {
                var status = StoreJson.textAt(condition, "status");
                return status.equals("True") ? status : status + " (" + StoreJson.textAt(condition, "reason") + ")";
            }
        }
        return "Unknown";
    }
}
