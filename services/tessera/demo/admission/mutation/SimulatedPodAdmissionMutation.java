package tessera.demo.admission.mutation;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import tessera.demo.admission.JsonTreeOperations;
import tessera.demo.admission.SimulatedClusterObjectLookup;
import tessera.demo.object.SimulatedApiException;
import tessera.demo.object.SimulatedApiException.ErrorSubject;
import tessera.demo.store.SimulatedStoreJsonCodec;
import tessera.kube.quantity.FormatPreservingQuantity;
import tessera.kube.quota.LimitRangeDefaults;

/** The fields that admission adds to a new pod, in the order of a real server. */
final class SimulatedPodAdmissionMutation {

    private static final int TOLERATED_SECONDS = 300;
    private static final String LIMIT_RANGER = "kubernetes.io/limit-ranger";

    private final SimulatedClusterObjectLookup lookup;
    private final String suffix;

    SimulatedPodAdmissionMutation(SimulatedClusterObjectLookup lookup, String suffix) {
        this.lookup = lookup;
        this.suffix = suffix;
    }

    ObjectNode createPod(ObjectNode object) throws SimulatedApiException {
        var namespace = object.path("metadata").path("namespace").asText();
        var pod = object.deepCopy();
        for (var range : lookup.list("LimitRange", namespace)) {
            LimitRangeDefaults.applyTo(pod, range).ifPresent(note -> SimulatedStoreJsonCodec.childObject(
                    SimulatedStoreJsonCodec.childObject(pod, "metadata"), "annotations").put(LIMIT_RANGER, note));
        }
        var spec = SimulatedStoreJsonCodec.childObject(pod, "spec");
        new SimulatedServiceAccountMutation(lookup, suffix).mountToken(pod, spec);
        setPriority(pod, spec);
        addToleration(spec, "node.kubernetes.io/not-ready");
        addToleration(spec, "node.kubernetes.io/unreachable");
        applyRuntimeClass(pod, spec);
        new SimulatedKueueWebhook(lookup).gatePod(pod);
        return pod;
    }

    /** Keeps the fields that admission added, although the updating manifest does not have them. */
    static ObjectNode updatePod(ObjectNode stored, ObjectNode wanted) {
        var pod = wanted.deepCopy();
        var spec = SimulatedStoreJsonCodec.childObject(pod, "spec");
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
        return SimulatedApiException.forbidden(new ErrorSubject("", "pods", pod.path("metadata").path("name").asText()),
                reason);
    }

    private void setPriority(JsonNode pod, ObjectNode spec) throws SimulatedApiException {
        var name = spec.path("priorityClassName").asText();
        Optional<ObjectNode> found;
        if (name.isEmpty()) {
            found = lookup.list("PriorityClass", "").stream()
                    .filter(candidate -> candidate.path("globalDefault").asBoolean())
                    .min(Comparator.comparingInt(candidate -> candidate.path("value").asInt()));
            found.ifPresent(chosen -> spec.put("priorityClassName", chosen.path("metadata").path("name").asText()));
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
                found.map(chosen -> chosen.path("preemptionPolicy").asText())
                        .filter(policy -> !policy.isEmpty()).orElse("PreemptLowerPriority"));
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
        for (var toleration : spec.path("tolerations")) {
            var effect = toleration.path("effect").asText();
            var tolerated = toleration.path("key").asText();
            if (List.of("", key).contains(tolerated) && List.of("", "NoExecute").contains(effect)) {
                return;
            }
        }
        JsonTreeOperations.childArray(spec, "tolerations").addObject().put("key", key).put("operator", "Exists")
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
            var selector = SimulatedStoreJsonCodec.childObject(spec, "nodeSelector");
            if (selector.has(wanted.getKey()) && !selector.get(wanted.getKey()).equals(wanted.getValue())) {
                throw forbidden(pod, "pod rejected: conflict: runtimeClass.scheduling.nodeSelector[%s] = %s;"
                        .formatted(wanted.getKey(), wanted.getValue().asText())
                        + " pod.spec.nodeSelector[%s] = %s".formatted(wanted.getKey(),
                                selector.get(wanted.getKey()).asText()));
            }
            selector.set(wanted.getKey(), wanted.getValue());
        }
        scheduling.path("tolerations")
                .forEach(toleration -> JsonTreeOperations.childArray(spec, "tolerations").add(toleration.deepCopy()));
    }

    private static boolean hasSameAmounts(JsonNode one, JsonNode other) {
        return one.size() == other.size() && one.properties().stream()
                .allMatch(entry -> FormatPreservingQuantity.of(entry.getValue())
                        .compareTo(FormatPreservingQuantity.of(other.path(entry.getKey()))) == 0);
    }

    /** The service account of a new pod, and the token volume in its containers. */
    private static final class SimulatedServiceAccountMutation {

        private static final String VOLUME = "kube-api-access-";
        private static final String PATH = "/var/run/secrets/kubernetes.io/serviceaccount";
        private static final int READABLE = 420;
        private static final int TOKEN_SECONDS = 3607;

        private final SimulatedClusterObjectLookup lookup;
        private final String suffix;

        SimulatedServiceAccountMutation(SimulatedClusterObjectLookup lookup, String suffix) {
            this.lookup = lookup;
            this.suffix = suffix;
        }

        /** Adds the account and its token volume to {@code spec}. */
        void mountToken(JsonNode pod, ObjectNode spec) throws SimulatedApiException {
            if (pod.path("metadata").path("annotations").has("kubernetes.io/config.mirror")) {
                return;
            }
            JsonTreeOperations.putIfMissing(spec, "serviceAccountName", "default");
            var name = spec.path("serviceAccountName").asText();
            spec.put("serviceAccount", name);
            var namespace = pod.path("metadata").path("namespace").asText();
            var account = lookup.find("ServiceAccount", namespace, name)
                    .orElseThrow(() -> SimulatedPodAdmissionMutation.forbidden(pod,
                            "error looking up service account %s/%s: serviceaccount"
                                    .formatted(namespace, name) + " \"" + name + "\" not found"));
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
                    .filter(name -> name.startsWith(VOLUME))
                    .findFirst();
            var volume = existing.orElse(VOLUME + suffix);
            boolean used = false;
            for (var list : List.of("initContainers", "containers")) {
                for (var container : spec.path(list)) {
                    if (container instanceof ObjectNode object && !hasMount(object)) {
                        JsonTreeOperations.childArray(object, "volumeMounts").addObject().put("name", volume)
                                .put("readOnly", true)
                                .put("mountPath", PATH);
                        used = true;
                    }
                }
            }
            if (used && existing.isEmpty()) {
                JsonTreeOperations.childArray(spec, "volumes").add(tokenVolume(volume));
            }
        }

        private static boolean hasMount(ObjectNode container) {
            return container.path("volumeMounts").findValuesAsText("mountPath").contains(PATH);
        }

        private static ObjectNode tokenVolume(String name) {
            var volume = SimulatedStoreJsonCodec.newObject().put("name", name);
            var projected = volume.putObject("projected");
            var sources = projected.putArray("sources");
            sources.addObject().putObject("serviceAccountToken").put("expirationSeconds", TOKEN_SECONDS).put("path",
                    "token");
            var certificates = sources.addObject().putObject("configMap").put("name", "kube-root-ca.crt");
            certificates.putArray("items").addObject().put("key", "ca.crt").put("path", "ca.crt");
            sources.addObject().putObject("downwardAPI").putArray("items").addObject().put("path", "namespace")
                    .putObject("fieldRef").put("apiVersion", "v1").put("fieldPath", "metadata.namespace");
            projected.put("defaultMode", READABLE);
            return volume;
        }
    }
}
