package tessera.demo.admission.quota;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import tessera.demo.admission.AdmissionLookup;
import tessera.demo.admission.ExactQuantity;
import tessera.demo.admission.JsonTrees;
import tessera.demo.patch.schema.KindSchema;

/** What a namespace uses of a quota, counted anew: the work of the quota controller. */
public final class QuotaUsage {

    private QuotaUsage() {}

    /**
     * The {@code status} a quota should have. What no kind can use, e.g. {@code limits.nvidia.com/gpu}, has no use.
     *
     * @param quota with its namespace
     * @param now   because a pod that should have ended by now does not count
     */
    public static ObjectNode status(ObjectNode quota, AdmissionLookup lookup, Instant now) {
        var namespace = quota.path("metadata").path("namespace").asText();
        return status(quota, kind -> lookup.list(kind.kind(), namespace).stream()
                .filter(object -> PodQuotaScopes.match(quota, kind.kind(), object))
                .map(object -> use(kind, object, now)));
    }

    /** What the objects that a quota is about use, kind by kind, under the names of what quotas count. */
    @FunctionalInterface
    public interface Uses {
        Stream<Map<String, ExactQuantity>> of(KindSchema kind);
    }

    /** What one object uses. It stays the same as long as the object does, unless that is being deleted. */
    public static Map<String, ExactQuantity> use(KindSchema kind, JsonNode object, Instant now) {
        return ObjectUsage.of(kind, object, now);
    }

    /** Whether a quota is about some objects of a kind only. */
    public static boolean chooses(JsonNode quota) {
        return quota.path("spec").has("scopes") || quota.path("spec").has("scopeSelector");
    }

    /** The same for those who know what the objects use. */
    public static ObjectNode status(ObjectNode quota, Uses uses) {
        var hard = quota.path("spec").path("hard");
        var used = new TreeMap<String, ExactQuantity>();
        for (var kind : KindSchema.builtIn().values()) {
            var names = JsonTrees.names(hard).stream().filter(name -> ObjectUsage.tracks(kind, name)).toList();
            if (names.isEmpty() || !kind.namespaced()) {
                continue;
            }
            names.forEach(name -> used.putIfAbsent(name, ExactQuantity.ZERO));
            uses.of(kind).forEach(use -> names.stream().filter(use::containsKey)
                    .forEach(
                            name -> used.merge(name, use.getOrDefault(name, ExactQuantity.ZERO), ExactQuantity::plus)));
        }
        var status = JsonTrees.object();
        if (!hard.isEmpty()) {
            status.set("hard", hard.deepCopy());
        }
        if (!used.isEmpty()) {
            var amounts = status.putObject("used");
            used.forEach((name, amount) -> amounts.put(name, amount.text()));
        }
        return status;
    }
}
