package tessera.demo.admission.quota;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.util.TreeMap;
import tessera.demo.admission.Amount;
import tessera.demo.admission.Lookup;
import tessera.demo.admission.Trees;
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
    public static ObjectNode status(ObjectNode quota, Lookup lookup, Instant now) {
        var namespace = quota.path("metadata").path("namespace").asText();
        var hard = quota.path("spec").path("hard");
        var used = new TreeMap<String, Amount>();
        for (var kind : KindSchema.builtIn().values()) {
            var names = Trees.names(hard).stream().filter(name -> Usage.tracks(kind, name)).toList();
            if (names.isEmpty() || !kind.namespaced()) {
                continue;
            }
            names.forEach(name -> used.putIfAbsent(name, Amount.ZERO));
            for (var object : lookup.list(kind.kind(), namespace)) {
                if (Scopes.match(quota, kind.kind(), object)) {
                    var usage = Usage.of(kind, object, now);
                    usage.keySet().retainAll(names);
                    usage.forEach((name, amount) -> used.merge(name, amount, Amount::plus));
                }
            }
        }
        var status = Trees.object();
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
