package tessera.quota;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import tessera.model.ObjectRef;
import tessera.model.Problem;
import tessera.model.Problem.OperationProblemKind;
import tessera.model.ProblemException;
import tessera.scheduling.ClusterObjectSource;

/**
 * The objects of a kind by namespace, with the problems that kept some of them from being read.
 *
 * @param byNamespace   by namespace
 * @param clusterGap why not of the whole cluster at once
 * @param problemsByNamespace    why not, or not all, by namespace
 */
record ObjectsByNamespace<T>(SortedMap<String, List<T>> byNamespace, Optional<Problem> clusterGap,
        Map<String, Problem> problemsByNamespace) {

    /**
     * Reads a kind across the cluster, or namespace by namespace where that is forbidden or there are too many objects.
     *
     * @param known namespaces that can be looked at one by one
     */
    static <T> ObjectsByNamespace<T> readPermitted(ClusterObjectSource source, ObjectRef kind, Collection<String> known,
            Function<JsonNode, T> reader) throws ProblemException, InterruptedException {
        var found = new TreeMap<String, List<T>>();
        var gaps = new TreeMap<String, Problem>();
        Problem partial;
        try {
            if (source.forEach(kind, "", object -> addObject(found, object, reader))) {
                return new ObjectsByNamespace<>(found, Optional.empty(), gaps);
            }
            partial = Problem.of(OperationProblemKind.OVERLOADED,
                    "There are more %s than are read".formatted(kind.resource()));
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
            Collection<String> namespaces,
            Function<JsonNode, T> reader) throws ProblemException, InterruptedException {
        return new ObjectsByNamespace<T>(new TreeMap<>(), Optional.empty(), new TreeMap<>()).rereadNamespaces(source,
                kind,
                namespaces,
                reader);
    }

    private ObjectsByNamespace<T> rereadNamespaces(ClusterObjectSource source, ObjectRef kind,
            Collection<String> namespaces,
            Function<JsonNode, T> reader) throws ProblemException, InterruptedException {
        for (var namespace : new TreeSet<>(namespaces)) {
            rereadNamespace(source, kind, namespace, reader);
        }
        return this;
    }

    /** Reads one namespace anew: it holds fewer objects than the cluster, and may be permitted. */
    private void rereadNamespace(ClusterObjectSource source, ObjectRef kind, String namespace,
            Function<JsonNode, T> reader)
            throws ProblemException, InterruptedException {
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

    private static <T> void addObject(SortedMap<String, List<T>> found, JsonNode object, Function<JsonNode, T> reader) {
        found.computeIfAbsent(object.at("/metadata/namespace").asText(), _ -> new ArrayList<>())
                .add(reader.apply(object));
    }

    private static <T> Problem truncationProblem(ObjectRef kind, String namespace, SortedMap<String, List<T>> found) {
        return Problem.of(OperationProblemKind.OVERLOADED, String.format(Locale.ROOT,
                "Only %,d %s of %s were looked at; there are more, and what these bound is not known",
                found.getOrDefault(namespace, List.of()).size(), kind.resource(), namespace));
    }
}
