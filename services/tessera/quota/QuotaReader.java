package tessera.quota;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import tessera.gpu.AcceleratorCatalog;
import tessera.kube.quota.ResourceQuotaScopes;
import tessera.lint.ManifestLinter;
import tessera.lint.finding.LintFinding;
import tessera.model.ObjectRef;
import tessera.model.Problem;
import tessera.model.Problem.OperationProblemKind;
import tessera.model.ProblemException;
import tessera.scheduling.ClusterObjectSource;
import tessera.text.MessageCatalog;

/** Reads the ResourceQuotas, LimitRanges and Kueue queues of a cluster. Waits for the cluster; not for the FX thread. */
public final class QuotaReader {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(QuotaReader.class);
    private static final ObjectRef QUOTAS = new ObjectRef("v1", "ResourceQuota", "resourcequotas", "", "");
    private static final ObjectRef LIMITS = new ObjectRef("v1", "LimitRange", "limitranges", "", "");

    private final ClusterObjectSource source;
    private final ManifestLinter linter;

    /** @param accelerators which resources are accelerators */
    public QuotaReader(ClusterObjectSource source, AcceleratorCatalog accelerators) {
        this.source = source;
        linter = new ManifestLinter(accelerators);
    }

    /**
     * Reads the quotas of all namespaces that may be read, and of all queues.
     *
     * @param known namespaces to look at one by one where the whole cluster may not be looked at
     */
    public QuotaOverview read(Collection<String> known) throws ProblemException, InterruptedException {
        return toOverview(ObjectsByNamespace.readPermitted(source, QUOTAS, known, this::toQuotaFacts),
                ObjectsByNamespace.readPermitted(source, LIMITS, known, this::toLimitRangeFacts));
    }

    /** Reads the quotas of the given namespaces and of all queues, and nothing else. */
    public QuotaOverview readNamespaces(Collection<String> namespaces) throws ProblemException, InterruptedException {
        return toOverview(ObjectsByNamespace.readNamespaces(source, QUOTAS, namespaces, this::toQuotaFacts),
                ObjectsByNamespace.readNamespaces(source, LIMITS, namespaces, this::toLimitRangeFacts));
    }

    private QuotaOverview toOverview(ObjectsByNamespace<ResourceQuotaSummary> quotas,
            ObjectsByNamespace<LimitRangeSummary> limits) throws ProblemException, InterruptedException {
        var names = new TreeSet<>(quotas.byNamespace().keySet());
        List.of(limits.byNamespace(), quotas.problemsByNamespace(), limits.problemsByNamespace())
                .forEach(each -> names.addAll(each.keySet()));
        var namespaces = names.stream()
                .map(name -> new NamespaceQuotasAndLimits(name, quotas.byNamespace().getOrDefault(name, List.of()),
                        limits.byNamespace().getOrDefault(name, List.of()),
                        Optional.ofNullable(quotas.problemsByNamespace().get(name)),
                        Optional.ofNullable(limits.problemsByNamespace().get(name))))
                .toList();
        var queues = new ClusterQueueReader(source).read();
        return new QuotaOverview(namespaces, quotas.clusterGap(), limits.clusterGap(), queues.shares(),
                queues.problem());
    }

    /** Reads one ResourceQuota; empty where it does not exist. */
    public Optional<ResourceQuotaSummary> readQuota(String namespace, String name)
            throws ProblemException, InterruptedException {
        return source.find(namedRef(QUOTAS, namespace, name)).map(this::toQuotaFacts);
    }

    /** Reads one LimitRange; empty where it does not exist. */
    public Optional<LimitRangeSummary> readLimitRange(String namespace, String name)
            throws ProblemException, InterruptedException {
        return source.find(namedRef(LIMITS, namespace, name)).map(this::toLimitRangeFacts);
    }

    private static ObjectRef namedRef(ObjectRef kind, String namespace, String name) {
        return new ObjectRef(kind.apiVersion(), kind.kind(), kind.resource(), namespace, name);
    }

    private ResourceQuotaSummary toQuotaFacts(JsonNode object) {
        var allowances = new ArrayList<ResourceQuotaKeyUsage>();
        var counted = object.at("/status/hard");
        var used = object.at("/status/used");
        new TreeMap<>(toStringMap(object.at("/spec/hard")))
                .forEach((key, hard) -> allowances.add(new ResourceQuotaKeyUsage(new QuotaKey(key), hard,
                        optionalText(used, key), optionalText(counted, key))));
        return new ResourceQuotaSummary(object.at("/metadata/namespace").asText(), object.at("/metadata/name").asText(),
                allowances, ResourceQuotaScopes.of(object).scopeText(), lintRemarks(object, "ResourceQuota"));
    }

    private static Map<String, String> toStringMap(JsonNode map) {
        var texts = new HashMap<String, String>();
        map.properties().forEach(entry -> texts.put(entry.getKey(), entry.getValue().asText()));
        return texts;
    }

    private static Optional<String> optionalText(JsonNode map, String key) {
        if (map.hasNonNull(key)) {
            return Optional.of(map.path(key).asText());
        }
        return Optional.empty();
    }

    private LimitRangeSummary toLimitRangeFacts(JsonNode object) {
        var lines = new ArrayList<LimitRangeBound>();
        for (var limit : object.at("/spec/limits")) {
            limit.properties().stream().filter(part -> part.getValue().isObject())
                    .forEach(part -> addBounds(part, lines, limit));
        }
        return new LimitRangeSummary(object.at("/metadata/namespace").asText(), object.at("/metadata/name").asText(),
                lines, lintRemarks(object, "LimitRange"));
    }

    private static void addBounds(Map.Entry<String, JsonNode> part, List<LimitRangeBound> lines, JsonNode limit) {
        part.getValue().properties().forEach(amount -> lines.add(new LimitRangeBound(limit.path("type").asText(),
                part.getKey(), amount.getKey(), amount.getValue().asText())));
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
        return linter.check(manifest.toString(), Optional.empty()).stream().map(LintFinding::reasonText).distinct()
                .toList();
    }

    /**
     * The objects of a kind by namespace, with the problems that kept some of them from being read.
     *
     * @param byNamespace   by namespace
     * @param clusterGap why not of the whole cluster at once
     * @param problemsByNamespace    why not, or not all, by namespace
     */
    private record ObjectsByNamespace<T>(SortedMap<String, List<T>> byNamespace, Optional<Problem> clusterGap,
            Map<String, Problem> problemsByNamespace) {

        /**
         * Reads a kind across the cluster, or namespace by namespace where that is forbidden or there are too many objects.
         *
         * @param known namespaces that can be looked at one by one
         */
        static <T> ObjectsByNamespace<T> readPermitted(ClusterObjectSource source, ObjectRef kind,
                Collection<String> known, Function<JsonNode, T> reader) throws ProblemException, InterruptedException {
            var found = new TreeMap<String, List<T>>();
            var gaps = new TreeMap<String, Problem>();
            Problem partial;
            try {
                if (source.forEach(kind, "", object -> addObject(found, object, reader))) {
                    return new ObjectsByNamespace<>(found, Optional.empty(), gaps);
                }
                partial = Problem.of(OperationProblemKind.OVERLOADED,
                        MESSAGES.reason("read.truncated", kind.resource()));
                for (var namespace : found.keySet()) {
                    gaps.put(namespace, truncationProblem(kind, namespace, found));
                }
            } catch (ProblemException problemException) {
                if (problemException.problem().kind() != OperationProblemKind.FORBIDDEN) {
                    throw problemException;
                }
                partial = problemException.problem();
            }
            return new ObjectsByNamespace<>(found, Optional.of(partial), gaps).rereadNamespaces(source, kind, known,
                    reader);
        }

        /** Reads a kind in the given namespaces only. */
        static <T> ObjectsByNamespace<T> readNamespaces(ClusterObjectSource source, ObjectRef kind,
                Collection<String> namespaces, Function<JsonNode, T> reader)
                throws ProblemException, InterruptedException {
            return new ObjectsByNamespace<T>(new TreeMap<>(), Optional.empty(), new TreeMap<>())
                    .rereadNamespaces(source, kind, namespaces, reader);
        }

        private ObjectsByNamespace<T> rereadNamespaces(ClusterObjectSource source, ObjectRef kind,
                Collection<String> namespaces, Function<JsonNode, T> reader)
                throws ProblemException, InterruptedException {
            for (var namespace : new TreeSet<>(namespaces)) {
                rereadNamespace(source, kind, namespace, reader);
            }
            return this;
        }

        /** Reads one namespace anew: it holds fewer objects than the cluster, and may be permitted. */
        private void rereadNamespace(ClusterObjectSource source, ObjectRef kind, String namespace,
                Function<JsonNode, T> reader) throws ProblemException, InterruptedException {
            byNamespace.remove(namespace);
            problemsByNamespace.remove(namespace);
            var objectRef = new ObjectRef(kind.apiVersion(), kind.kind(), kind.resource(), namespace, "");
            try {
                if (!source.forEach(objectRef, "", object -> addObject(byNamespace, object, reader))) {
                    problemsByNamespace.put(namespace, truncationProblem(kind, namespace, byNamespace));
                }
            } catch (ProblemException problemException) {
                if (problemException.problem().kind() != OperationProblemKind.FORBIDDEN) {
                    throw problemException;
                }
                problemsByNamespace.put(namespace, problemException.problem());
            }
        }

        private static <T> void addObject(SortedMap<String, List<T>> found, JsonNode object,
                Function<JsonNode, T> reader) {
            found.computeIfAbsent(object.at("/metadata/namespace").asText(), _ -> new ArrayList<>())
                    .add(reader.apply(object));
        }

        private static <T> Problem truncationProblem(ObjectRef kind, String namespace,
                SortedMap<String, List<T>> found) {
            return Problem.of(OperationProblemKind.OVERLOADED,
                    MESSAGES.reason("read.namespace-truncated",
                            String.format(Locale.ROOT, "%,d", found.getOrDefault(namespace, List.of()).size()),
                            kind.resource(), namespace));
        }
    }
}
