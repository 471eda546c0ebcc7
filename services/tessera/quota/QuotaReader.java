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

/** Reads the ResourceQuotas, LimitRanges and Kueue queues of a cluster. Waits for the cluster; not for the FX thread. */
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
     * Reads the quotas of all namespaces that may be read, and of all queues.
     *
     * @param known namespaces to look at one by one where the whole cluster may not be looked at
     */
    public QuotaOverview read(Collection<String> known) throws Failure, InterruptedException {
        return toOverview(NamespacedList.readPermitted(source, QUOTAS, known, this::toQuotaFacts),
                NamespacedList.readPermitted(source, LIMITS, known, this::toLimitRangeFacts));
    }

    /** Reads the quotas of the given namespaces and of all queues, and nothing else. */
    public QuotaOverview readNamespaces(Collection<String> namespaces) throws Failure, InterruptedException {
        return toOverview(NamespacedList.readNamespaces(source, QUOTAS, namespaces, this::toQuotaFacts),
                NamespacedList.readNamespaces(source, LIMITS, namespaces, this::toLimitRangeFacts));
    }

    private QuotaOverview toOverview(NamespacedList<QuotaFacts> quotas, NamespacedList<LimitRangeFacts> limits)
            throws Failure, InterruptedException {
        var names = new TreeSet<>(quotas.byNamespace().keySet());
        List.of(limits.byNamespace(), quotas.gaps(), limits.gaps()).forEach(each -> names.addAll(each.keySet()));
        var namespaces = names.stream().map(name -> new NamespaceQuotas(name,
                quotas.byNamespace().getOrDefault(name, List.of()), limits.byNamespace().getOrDefault(name, List.of()),
                Optional.ofNullable(quotas.gaps().get(name)), Optional.ofNullable(limits.gaps().get(name)))).toList();
        var queues = new QueueReader(source).read();
        return new QuotaOverview(namespaces, quotas.clusterGap(), limits.clusterGap(), queues.shares(), queues.gap());
    }

    /** Reads one ResourceQuota; empty where it does not exist. */
    public Optional<QuotaFacts> readQuota(String namespace, String name) throws Failure, InterruptedException {
        return source.find(namedRef(QUOTAS, namespace, name)).map(this::toQuotaFacts);
    }

    /** Reads one LimitRange; empty where it does not exist. */
    public Optional<LimitRangeFacts> readLimitRange(String namespace, String name)
            throws Failure, InterruptedException {
        return source.find(namedRef(LIMITS, namespace, name)).map(this::toLimitRangeFacts);
    }

    private static ObjectRef namedRef(ObjectRef kind, String namespace, String name) {
        return new ObjectRef(kind.apiVersion(), kind.kind(), kind.resource(), namespace, name);
    }

    private QuotaFacts toQuotaFacts(JsonNode object) {
        var allowances = new ArrayList<QuotaHeadroom>();
        var counted = object.at("/status/hard");
        var used = object.at("/status/used");
        new TreeMap<>(toStringMap(object.at("/spec/hard"))).forEach((key, hard) -> allowances.add(
                new QuotaHeadroom(new QuotaKey(key), hard, optionalText(used, key), optionalText(counted, key))));
        return new QuotaFacts(object.at("/metadata/namespace").asText(), object.at("/metadata/name").asText(),
                allowances,
                QuotaScopes.of(object).scopeText(), lintRemarks(object, "ResourceQuota"));
    }

    private static Map<String, String> toStringMap(JsonNode map) {
        var texts = new HashMap<String, String>();
        map.properties().forEach(entry -> texts.put(entry.getKey(), entry.getValue().asText()));
        return texts;
    }

    private static Optional<String> optionalText(JsonNode map, String key) {
        return map.hasNonNull(key) ? Optional.of(map.path(key).asText()) : Optional.empty();
    }

    private LimitRangeFacts toLimitRangeFacts(JsonNode object) {
        var lines = new ArrayList<LimitLine>();
        for (var limit : object.at("/spec/limits")) {
            limit.properties().stream().filter(part -> part.getValue().isObject())
                    .forEach(part -> part.getValue().properties()
                            .forEach(amount -> lines.add(new LimitLine(limit.path("type").asText(), part.getKey(),
                                    amount.getKey(), amount.getValue().asText()))));
        }
        return new LimitRangeFacts(object.at("/metadata/namespace").asText(), object.at("/metadata/name").asText(),
                lines,
                lintRemarks(object, "LimitRange"));
    }

    /** Returns the remarks of the manifest rules about an object. */
    private List<String> lintRemarks(JsonNode object, String kind) {
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
