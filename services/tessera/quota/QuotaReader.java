package tessera.quota;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import tessera.insight.AcceleratorCatalog;
import tessera.lint.ManifestLinter;
import tessera.lint.finding.LintFinding;
import tessera.model.Failure;
import tessera.model.ObjectRef;
import tessera.scheduling.ObjectSource;
import tessera.scheduling.spec.QuotaScopes;

/** Reads what bounds the namespaces and queues of a cluster. Waits for the cluster; not for the FX thread. */
public final class QuotaReader {

    private static final ObjectRef QUOTAS = new ObjectRef("v1", "ResourceQuota", "resourcequotas", "", "");
    private static final ObjectRef LIMITS = new ObjectRef("v1", "LimitRange", "limitranges", "", "");

    private final ObjectSource source;
    private final ManifestLinter linter;

    /** @param accelerators which resources are accelerators */
    public QuotaReader(ObjectSource source, AcceleratorCatalog accelerators) {
        this.source = source;
        linter = new ManifestLinter(accelerators);
    }

    /**
     * Reads them.
     *
     * @param known namespaces to look at one by one where the whole cluster may not be looked at
     */
    public QuotaOverview read(Collection<String> known) throws Failure, InterruptedException {
        return all(NamespacedList.read(source, QUOTAS, known, this::quota),
                NamespacedList.read(source, LIMITS, known, this::limits));
    }

    /** Reads those of some namespaces, and of all queues; the rest is neither asked for nor missed. */
    public QuotaOverview only(Collection<String> namespaces) throws Failure, InterruptedException {
        return all(NamespacedList.only(source, QUOTAS, namespaces, this::quota),
                NamespacedList.only(source, LIMITS, namespaces, this::limits));
    }

    private QuotaOverview all(NamespacedList<QuotaFacts> quotas, NamespacedList<LimitRangeFacts> limits)
            throws Failure, InterruptedException {
        var names = new TreeSet<>(quotas.found().keySet());
        List.of(limits.found(), quotas.gaps(), limits.gaps()).forEach(each -> names.addAll(each.keySet()));
        var namespaces = names.stream().map(name -> new NamespaceQuotas(name,
                quotas.found().getOrDefault(name, List.of()), limits.found().getOrDefault(name, List.of()),
                Optional.ofNullable(quotas.gaps().get(name)), Optional.ofNullable(limits.gaps().get(name)))).toList();
        var queues = new QueueReader(source).read();
        return new QuotaOverview(namespaces, quotas.partial(), limits.partial(), queues.shares(), queues.gap());
    }

    /** One quota as it is now; empty where it is gone. */
    public Optional<QuotaFacts> quota(String namespace, String name) throws Failure, InterruptedException {
        return source.object(named(QUOTAS, namespace, name)).map(this::quota);
    }

    /** One range of limits as it is now; empty where it is gone. */
    public Optional<LimitRangeFacts> limits(String namespace, String name) throws Failure, InterruptedException {
        return source.object(named(LIMITS, namespace, name)).map(this::limits);
    }

    private static ObjectRef named(ObjectRef kind, String namespace, String name) {
        return new ObjectRef(kind.apiVersion(), kind.kind(), kind.resource(), namespace, name);
    }

    private QuotaFacts quota(JsonNode object) {
        var allowances = new ArrayList<QuotaAllowance>();
        var counted = object.at("/status/hard");
        var used = object.at("/status/used");
        new TreeMap<>(texts(object.at("/spec/hard"))).forEach((key, hard) -> allowances.add(
                new QuotaAllowance(new QuotaKey(key), hard, text(used, key), text(counted, key))));
        return new QuotaFacts(object.at("/metadata/namespace").asText(), object.at("/metadata/name").asText(),
                allowances,
                QuotaScopes.of(object).words(), remarks(object, "ResourceQuota"));
    }

    private static Map<String, String> texts(JsonNode map) {
        var texts = new HashMap<String, String>();
        map.properties().forEach(entry -> texts.put(entry.getKey(), entry.getValue().asText()));
        return texts;
    }

    private static Optional<String> text(JsonNode map, String key) {
        return map.hasNonNull(key) ? Optional.of(map.path(key).asText()) : Optional.empty();
    }

    private LimitRangeFacts limits(JsonNode object) {
        var lines = new ArrayList<LimitLine>();
        for (var limit : object.at("/spec/limits")) {
            limit.properties().stream().filter(part -> part.getValue().isObject())
                    .forEach(part -> part.getValue().properties()
                            .forEach(amount -> lines.add(new LimitLine(limit.path("type").asText(), part.getKey(),
                                    amount.getKey(), amount.getValue().asText()))));
        }
        return new LimitRangeFacts(object.at("/metadata/namespace").asText(), object.at("/metadata/name").asText(),
                lines,
                remarks(object, "LimitRange"));
    }

    /** What the rules for manifests say of it. */
    private List<String> remarks(JsonNode object, String kind) {
        // Items of a list do not say what they are.
        if (!(object instanceof ObjectNode whole)) {
            return List.of();
        }
        ObjectNode manifest = whole.deepCopy();
        manifest.remove("status");
        manifest.put("apiVersion", "v1").put("kind", kind);
        return linter.check(manifest.toString(), Optional.empty()).stream().map(LintFinding::reason).distinct()
                .toList();
    }
}
