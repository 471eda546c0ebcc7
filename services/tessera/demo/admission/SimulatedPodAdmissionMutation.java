package tessera.demo.admission;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import tessera.demo.object.SimulatedApiException;
import tessera.demo.object.SimulatedApiException.ErrorSubject;
import tessera.demo.object.SimulatedMetadata;
import tessera.demo.store.SimulatedStoreJsonCodec;
import tessera.kube.quantity.FormatPreservingQuantity;
import tessera.kube.quota.LimitRangeDefaults;

/** The fields that admission adds to a new pod, in the order of a real server. */
final class SimulatedPodAdmissionMutation {

    private static final int TOLERATED_SECONDS = 300;
    private static final String TOKEN_PATH = "/var/run/secrets/kubernetes.io/serviceaccount";
    private static final String TOKEN_VOLUME = "kube-api-access-";
    private static final JsonNode TOKEN_SOURCES = SimulatedStoreJsonCodec
            .readResourceTree(SimulatedPodAdmissionMutation.class, "token-volume.json");
    private static final String LIMIT_RANGER = "kubernetes.io/limit-ranger";

    private final SimulatedClusterObjectLookup lookup;
    private final String suffix;

    SimulatedPodAdmissionMutation(SimulatedClusterObjectLookup lookup, String suffix) {
        this.lookup = lookup;
        this.suffix = suffix;
    }

    ObjectNode createPod(ObjectNode object) throws SimulatedApiException {
        var namespace = SimulatedMetadata.namespaceOf(object);
        var pod = object.deepCopy();
        for (var range : lookup.list("LimitRange", namespace)) {
            LimitRangeDefaults.applyTo(pod, range)
                    .ifPresent(note -> SimulatedMetadata.annotationsOf(pod).put(LIMIT_RANGER, note));
        }
        var spec = pod.withObjectProperty("spec");
        addServiceAccount(pod, spec);
        setPriority(pod, spec);
        addToleration(spec, "node.kubernetes.io/not-ready");
        addToleration(spec, "node.kubernetes.io/unreachable");
        applyRuntimeClass(pod, spec);
        return pod;
    }

    /** Keeps the fields that admission added, although the updating manifest does not have them. */
    static ObjectNode updatePod(ObjectNode stored, ObjectNode wanted) {
        var pod = wanted.deepCopy();
        var spec = pod.withObjectProperty("spec");
        for (var field : List.of("priority", "preemptionPolicy")) {
            if (!spec.hasNonNull(field) && stored.path("spec").hasNonNull(field)) {
                spec.set(field, stored.path("spec").get(field));
            }
        }
        addToleration(spec, "node.kubernetes.io/not-ready");
        addToleration(spec, "node.kubernetes.io/unreachable");
        return pod;
    }

    static SimulatedApiException forbidden(JsonNode pod, String reason) {
        return SimulatedApiException.forbidden(new ErrorSubject("", "pods", SimulatedMetadata.nameOf(pod)), reason);
    }

    private void setPriority(JsonNode pod, ObjectNode spec) throws SimulatedApiException {
        var name = spec.path("priorityClassName").asText();
        Optional<ObjectNode> found;
        if (name.isEmpty()) {
            found = lookup.list("PriorityClass", "").stream()
                    .filter(candidate -> candidate.path("globalDefault").asBoolean())
                    .min(Comparator.comparingInt(candidate -> candidate.path("value").asInt()));
            found.ifPresent(chosen -> spec.put("priorityClassName", SimulatedMetadata.nameOf(chosen)));
        } else {
            found = lookup.find("PriorityClass", "", name).or(() -> builtInClass(name));
            if (found.isEmpty()) {
                throw forbidden(pod, "no PriorityClass with name " + name + " was found");
            }
        }
        int value = found.map(chosen -> chosen.path("value").asInt()).orElse(0);
        if (spec.has("priority") && spec.path("priority").asInt() != value) {
            throw forbidden(pod,
                    "the integer value of priority (%d) must not be provided in pod spec; priority admission"
                            .formatted(spec.path("priority").asInt())
                            + " controller computed %d from the given PriorityClass name".formatted(value));
        }
        spec.put("priority", value);
        JsonTreeOperations.putIfMissing(spec, "preemptionPolicy",
                found.map(chosen -> chosen.path("preemptionPolicy").asText()).filter(policy -> !policy.isEmpty())
                        .orElse("PreemptLowerPriority"));
    }

    /** Returns one of the two priority classes that every server has; empty for other names. */
    private static Optional<ObjectNode> builtInClass(String name) {
        return switch (name) {
            case "system-node-critical" -> Optional.of(SimulatedStoreJsonCodec.newObject().put("value", 2_000_001_000));
            case "system-cluster-critical" ->
                Optional.of(SimulatedStoreJsonCodec.newObject().put("value", 2_000_000_000));
            default -> Optional.empty();
        };
    }

    private static void addToleration(ObjectNode spec, String key) {
        if (spec.path("tolerations").valueStream().anyMatch(each -> List.of("", key).contains(each.path("key").asText())
                && List.of("", "NoExecute").contains(each.path("effect").asText()))) {
            return;
        }
        spec.withArrayProperty("tolerations").addObject().put("key", key).put("operator", "Exists")
                .put("effect", "NoExecute").put("tolerationSeconds", TOLERATED_SECONDS);
    }

    private void applyRuntimeClass(JsonNode pod, ObjectNode spec) throws SimulatedApiException {
        var name = spec.path("runtimeClassName").asText();
        if (name.isEmpty()) {
            return;
        }
        var runtimeClass = lookup.find("RuntimeClass", "", name)
                .orElseThrow(() -> forbidden(pod, "pod rejected: RuntimeClass \"" + name + "\" not found"));
        var overhead = runtimeClass.path("overhead").path("podFixed");
        if (spec.has("overhead") && !hasSameAmounts(spec.path("overhead"), overhead)) {
            throw forbidden(pod, "pod rejected: Pod's Overhead doesn't match RuntimeClass's defined Overhead");
        }
        if (!overhead.isEmpty()) {
            spec.set("overhead", overhead.deepCopy());
        }
        var scheduling = runtimeClass.path("scheduling");
        for (var wanted : scheduling.path("nodeSelector").properties()) {
            var selector = spec.withObjectProperty("nodeSelector");
            if (selector.has(wanted.getKey()) && !selector.get(wanted.getKey()).equals(wanted.getValue())) {
                throw forbidden(pod,
                        "pod rejected: conflict: runtimeClass.scheduling.nodeSelector[%s] = %s;"
                                .formatted(wanted.getKey(), wanted.getValue().asText())
                                + " pod.spec.nodeSelector[%s] = %s".formatted(wanted.getKey(),
                                        selector.get(wanted.getKey()).asText()));
            }
            selector.set(wanted.getKey(), wanted.getValue());
        }
        scheduling.path("tolerations")
                .forEach(toleration -> spec.withArrayProperty("tolerations").add(toleration.deepCopy()));
    }

    private static boolean hasSameAmounts(JsonNode one, JsonNode other) {
        return one.size() == other.size() && one.properties().stream().allMatch(entry -> FormatPreservingQuantity
                .of(entry.getValue()).compareTo(FormatPreservingQuantity.of(other.path(entry.getKey()))) == 0);
    }

    /** Adds the account and its token volume to {@code spec}. */
    private void addServiceAccount(JsonNode pod, ObjectNode spec) throws SimulatedApiException {
        if (pod.path("metadata").path("annotations").has("kubernetes.io/config.mirror")) {
            return;
        }
        JsonTreeOperations.putIfMissing(spec, "serviceAccountName", "default");
        var name = spec.path("serviceAccountName").asText();
        spec.put("serviceAccount", name);
        var namespace = SimulatedMetadata.namespaceOf(pod);
        var account = lookup.find("ServiceAccount", namespace, name).orElseThrow(
                () -> forbidden(pod, "error looking up service account %s/%s: serviceaccount \"%s\" not found"
                        .formatted(namespace, name, name)));
        boolean wanted = spec.has("automountServiceAccountToken")
                ? spec.path("automountServiceAccountToken").asBoolean()
                : account.path("automountServiceAccountToken").asBoolean(true);
        if (wanted) {
            mountVolume(spec);
        }
        if (spec.path("imagePullSecrets").isEmpty() && !account.path("imagePullSecrets").isEmpty()) {
            spec.set("imagePullSecrets", account.path("imagePullSecrets").deepCopy());
        }
    }

    private void mountVolume(ObjectNode spec) {
        var existing = spec.path("volumes").findValuesAsText("name").stream()
                .filter(name -> name.startsWith(TOKEN_VOLUME)).findFirst();
        var volume = existing.orElse(TOKEN_VOLUME + suffix);
        boolean used = false;
        for (var list : List.of("initContainers", "containers")) {
            for (var container : spec.path(list)) {
                if (container instanceof ObjectNode object && !hasMount(object)) {
                    object.withArrayProperty("volumeMounts").addObject().put("name", volume).put("readOnly", true)
                            .put("mountPath", TOKEN_PATH);
                    used = true;
                }
            }
        }
        if (used && existing.isEmpty()) {
            spec.withArrayProperty("volumes").addObject().put("name", volume).set("projected",
                    TOKEN_SOURCES.deepCopy());
        }
    }

    private static boolean hasMount(ObjectNode container) {
        return container.path("volumeMounts").findValuesAsText("mountPath").contains(TOKEN_PATH);
    }
}
