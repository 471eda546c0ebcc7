package tessera.demo.admission.mutation;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import tessera.demo.admission.AdmissionLookup;
import tessera.demo.admission.ExactQuantity;
import tessera.demo.admission.JsonTrees;
import tessera.demo.admission.quota.LimitRanges;
import tessera.demo.object.ApiError;
import tessera.demo.object.ApiError.ErrorSubject;

/** What admission adds to a new pod, in the order of a real server. */
final class PodMutation {

    private static final int TOLERATED_SECONDS = 300;

    private final AdmissionLookup lookup;
    private final String suffix;

    PodMutation(AdmissionLookup lookup, String suffix) {
        this.lookup = lookup;
        this.suffix = suffix;
    }

    ObjectNode create(ObjectNode object) throws ApiError {
        var namespace = object.path("metadata").path("namespace").asText();
        var pod = LimitRanges.fill(object, lookup.list("LimitRange", namespace));
        var spec = JsonTrees.under(pod, "spec");
        new AccountToken(lookup, suffix).mount(pod, spec);
        priority(pod, spec);
        tolerate(spec, "node.kubernetes.io/not-ready");
        tolerate(spec, "node.kubernetes.io/unreachable");
        runtimeClass(pod, spec);
        new QueuedWork(lookup).pod(pod);
        return pod;
    }

    /** What was added to the pod stays, though the manifest of who updates it does not say it. */
    static ObjectNode update(ObjectNode stored, ObjectNode wanted) {
        var pod = wanted.deepCopy();
        var spec = JsonTrees.under(pod, "spec");
        for (var field : List.of("priority", "preemptionPolicy")) {
            if (!spec.hasNonNull(field) && stored.path("spec").hasNonNull(field)) {
                spec.set(field, stored.path("spec").get(field));
            }
        }
        tolerate(spec, "node.kubernetes.io/not-ready");
        tolerate(spec, "node.kubernetes.io/unreachable");
        return pod;
    }

    static ApiError forbidden(JsonNode pod, String why) {
        return ApiError.forbidden(new ErrorSubject("", "pods", pod.path("metadata").path("name").asText()), why);
    }

    private void priority(JsonNode pod, ObjectNode spec) throws ApiError {
        var name = spec.path("priorityClassName").asText();
        Optional<ObjectNode> found;
        if (name.isEmpty()) {
            found = lookup.list("PriorityClass", "").stream()
                    .filter(candidate -> candidate.path("globalDefault").asBoolean())
                    .min(Comparator.comparingInt(candidate -> candidate.path("value").asInt()));
            found.ifPresent(chosen -> spec.put("priorityClassName", chosen.path("metadata").path("name").asText()));
        } else {
            found = lookup.find("PriorityClass", "", name).or(() -> builtIn(name));
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
        JsonTrees.missing(spec, "preemptionPolicy", found.map(chosen -> chosen.path("preemptionPolicy").asText())
                .filter(policy -> !policy.isEmpty()).orElse("PreemptLowerPriority"));
    }

    /** The two classes that every server has. */
    private static Optional<ObjectNode> builtIn(String name) {
        return switch (name) {
            case "system-node-critical" -> Optional.of(JsonTrees.object().put("value", 2_000_001_000));
            case "system-cluster-critical" -> Optional.of(JsonTrees.object().put("value", 2_000_000_000));
            default -> Optional.empty();
        };
    }

    private static void tolerate(ObjectNode spec, String key) {
        for (var toleration : spec.path("tolerations")) {
            var effect = toleration.path("effect").asText();
            var tolerated = toleration.path("key").asText();
            if (List.of("", key).contains(tolerated) && List.of("", "NoExecute").contains(effect)) {
                return;
            }
        }
        JsonTrees.list(spec, "tolerations").addObject().put("key", key).put("operator", "Exists")
                .put("effect", "NoExecute").put("tolerationSeconds", TOLERATED_SECONDS);
    }

    private void runtimeClass(JsonNode pod, ObjectNode spec) throws ApiError {
        var name = spec.path("runtimeClassName").asText();
        if (name.isEmpty()) {
            return;
        }
        var runtimeClass = lookup.find("RuntimeClass", "", name)
                .orElseThrow(() -> forbidden(pod, "pod rejected: RuntimeClass \"" + name + "\" not found"));
        var overhead = runtimeClass.path("overhead").path("podFixed");
        if (spec.has("overhead") && !sameAmounts(spec.path("overhead"), overhead)) {
            throw forbidden(pod, "pod rejected: Pod's Overhead doesn't match RuntimeClass's defined Overhead");
        }
        if (!overhead.isEmpty()) {
            spec.set("overhead", overhead.deepCopy());
        }
        var scheduling = runtimeClass.path("scheduling");
        for (var wanted : scheduling.path("nodeSelector").properties()) {
            var selector = JsonTrees.under(spec, "nodeSelector");
            if (selector.has(wanted.getKey()) && !selector.get(wanted.getKey()).equals(wanted.getValue())) {
                throw forbidden(pod, "pod rejected: conflict: runtimeClass.scheduling.nodeSelector[%s] = %s;"
                        .formatted(wanted.getKey(), wanted.getValue().asText())
                        + " pod.spec.nodeSelector[%s] = %s".formatted(wanted.getKey(),
                                selector.get(wanted.getKey()).asText()));
            }
            selector.set(wanted.getKey(), wanted.getValue());
        }
        scheduling.path("tolerations")
                .forEach(toleration -> JsonTrees.list(spec, "tolerations").add(toleration.deepCopy()));
    }

    private static boolean sameAmounts(JsonNode one, JsonNode other) {
        return one.size() == other.size() && one.properties().stream()
                .allMatch(entry -> ExactQuantity.of(entry.getValue())
                        .compareTo(ExactQuantity.of(other.path(entry.getKey()))) == 0);
    }
}
