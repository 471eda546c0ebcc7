package tessera.demo.api.table;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.Map;
import java.util.TreeMap;
import tessera.demo.store.StoreJson;

/** The cells of all that has just one or two of its own. */
final class OtherCells {

    private static final Map<String, String> ACCESS_MODES = Map.of("ReadWriteOnce", "RWO", "ReadOnlyMany", "ROX",
            "ReadWriteMany", "RWX", "ReadWriteOncePod", "RWOP");

    static final Map<String, TableCell> ALL = Map.ofEntries(
            Map.entry("configmap.data",
                    (map, _) -> TableCellReader.number(map.path("data").size() + map.path("binaryData").size())),
            Map.entry("quota.requests", (quota, _) -> TableCellReader.text(quota(quota, false))),
            Map.entry("quota.limits", (quota, _) -> TableCellReader.text(quota(quota, true))),
            Map.entry("volume.modes", (volume, _) -> TableCellReader.text(modes(volume))),
            Map.entry("volume.status", (volume, _) -> TableCellReader.text(phase(volume))),
            Map.entry("volume.claim", (volume, _) -> TableCellReader.text(claim(volume.path("spec").path("claimRef")))),
            Map.entry("owner", (object, _) -> TableCellReader.text(owner(object))),
            Map.entry("autoscaler.reference", (scaler, _) -> TableCellReader.text(reference(scaler))),
            Map.entry("autoscaler.targets", (scaler, _) -> TableCellReader.text(targets(scaler))),
            Map.entry("binding.role", (binding, _) -> TableCellReader
                    .text(StoreJson.text(binding, "roleRef", "kind") + "/"
                            + StoreJson.text(binding, "roleRef", "name"))),
            Map.entry("binding.users", (binding, _) -> TableCellReader.text(subjects(binding, "User"))),
            Map.entry("binding.groups", (binding, _) -> TableCellReader.text(subjects(binding, "Group"))),
            Map.entry("binding.accounts", (binding, _) -> TableCellReader.text(subjects(binding, "ServiceAccount"))),
            Map.entry("claim.state", (claim, _) -> TableCellReader.text(state(claim))),
            Map.entry("apiservice.service", (service, _) -> TableCellReader.text(service(service))),
            Map.entry("apiservice.available", (service, _) -> TableCellReader.text(available(service))));

    private OtherCells() {}

    private static String quota(JsonNode quota, boolean limits) {
        var parts = new TreeMap<String, String>();
        quota.path("status").path("hard").properties().forEach(hard -> {
            if (hard.getKey().startsWith("limits") == limits) {
                var used = quota.path("status").path("used").path(hard.getKey()).asText("0");
                parts.put(hard.getKey(), hard.getKey() + ": " + used + "/" + hard.getValue().asText());
            }
        });
        return String.join(", ", parts.values());
    }

    private static String modes(JsonNode volume) {
        var modes = TableCellReader
                .all(volume.has("status") && volume.path("status").has("accessModes") ? volume.path("status")
                        : volume.path("spec"), "accessModes");
        return String.join(",", modes.stream().map(mode -> ACCESS_MODES.getOrDefault(mode, mode)).toList());
    }

    private static String phase(JsonNode volume) {
        return volume.path("metadata").hasNonNull("deletionTimestamp") ? "Terminating"
                : StoreJson.text(volume, "status", "phase");
    }

    private static String claim(JsonNode reference) {
        return reference.isObject() ? StoreJson.text(reference, "namespace") + "/" + StoreJson.text(reference, "name")
                : "";
    }

    private static String owner(JsonNode object) {
        for (var owner : object.path("metadata").path("ownerReferences")) {
            if (owner.path("controller").asBoolean()) {
                var group = StoreJson.text(owner, "apiVersion").replaceFirst("/.*|^v1$", "");
                var kind = StoreJson.text(owner, "kind").toLowerCase(java.util.Locale.ROOT);
                return kind + (group.isEmpty() ? "" : "." + group) + "/" + StoreJson.text(owner, "name");
            }
        }
        return TableCellReader.NONE;
    }

    private static String reference(JsonNode scaler) {
        var target = scaler.path("spec").path("scaleTargetRef");
        return StoreJson.text(target, "kind") + "/" + StoreJson.text(target, "name");
    }

    private static String targets(JsonNode scaler) {
        var targets = new ArrayList<String>();
        for (var metric : scaler.path("spec").path("metrics")) {
            var resource = metric.path("resource");
            targets.add(StoreJson.text(resource, "name") + ": <unknown>/"
                    + resource.path("target").path("averageUtilization").asText("") + "%");
        }
        return targets.isEmpty() ? TableCellReader.NONE : String.join(", ", targets);
    }

    private static String subjects(JsonNode binding, String kind) {
        var names = new ArrayList<String>();
        for (var subject : binding.path("subjects")) {
            if (StoreJson.text(subject, "kind").equals(kind)) {
                var namespace = StoreJson.text(subject, "namespace");
                names.add(namespace.isEmpty() ? StoreJson.text(subject, "name")
                        : namespace + "/" + StoreJson.text(subject, "name"));
            }
        }
        return String.join(", ", names);
    }

    private static String state(JsonNode claim) {
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

    private static String service(JsonNode apiService) {
        var service = apiService.path("spec").path("service");
        return service.isObject() ? StoreJson.text(service, "namespace") + "/" + StoreJson.text(service, "name")
                : "Local";
    }

    private static String available(JsonNode apiService) {
        for (var condition : apiService.path("status").path("conditions")) {
            if (StoreJson.text(condition, "type").equals("Available")) {
                var status = StoreJson.text(condition, "status");
                return status.equals("True") ? status : status + " (" + StoreJson.text(condition, "reason") + ")";
            }
        }
        return "Unknown";
    }
}
