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
import tessera.model.Failure;
import tessera.model.ObjectRef;
import tessera.model.Problem;
import tessera.model.Problem.ProblemKind;
import tessera.scheduling.ObjectSource;

/**
 * What there is of a kind, by namespace, and how much of it could be read.
 *
 * @param found   by namespace
 * @param partial why not of the whole cluster at once
 * @param gaps    why not, or not all, by namespace
 */
record NamespacedList<T>(SortedMap<String, List<T>> found, Optional<Problem> partial, Map<String, Problem> gaps) {

    /**
     * Reads a kind: at once, or namespace by namespace where that is not allowed, or there is too much of it.
     *
     * @param known namespaces that can be looked at one by one
     */
    static <T> NamespacedList<T> read(ObjectSource source, ObjectRef kind, Collection<String> known,
            Function<JsonNode, T> reader) throws Failure, InterruptedException {
        var found = new TreeMap<String, List<T>>();
        var gaps = new TreeMap<String, Problem>();
        Problem partial;
        try {
            if (source.each(kind, "", object -> take(found, object, reader))) {
                return new NamespacedList<>(found, Optional.empty(), gaps);
            }
            partial = Problem.of(ProblemKind.OVERLOADED, "There are more %s than are read".formatted(kind.resource()));
            for (var namespace : found.keySet()) {
                gaps.put(namespace, more(kind, namespace, found));
            }
        } catch (Failure failure) {
            if (failure.problem().kind() != ProblemKind.FORBIDDEN) {
                throw failure;
            }
            partial = failure.problem();
        }
        return new NamespacedList<>(found, Optional.of(partial), gaps).again(source, kind, known, reader);
    }

    /** Reads a kind in some namespaces and nowhere else. */
    static <T> NamespacedList<T> only(ObjectSource source, ObjectRef kind, Collection<String> namespaces,
            Function<JsonNode, T> reader) throws Failure, InterruptedException {
        return new NamespacedList<T>(new TreeMap<>(), Optional.empty(), new TreeMap<>()).again(source, kind, namespaces,
                reader);
    }

    private NamespacedList<T> again(ObjectSource source, ObjectRef kind, Collection<String> namespaces,
            Function<JsonNode, T> reader) throws Failure, InterruptedException {
        for (var namespace : new TreeSet<>(namespaces)) {
            again(source, kind, namespace, reader);
        }
        return this;
    }

    /** Of one namespace there is less, and it may be allowed. */
    private void again(ObjectSource source, ObjectRef kind, String namespace, Function<JsonNode, T> reader)
            throws Failure, InterruptedException {
        found.remove(namespace);
        gaps.remove(namespace);
        var there = new ObjectRef(kind.apiVersion(), kind.kind(), kind.resource(), namespace, "");
        try {
            if (!source.each(there, "", object -> take(found, object, reader))) {
                gaps.put(namespace, more(kind, namespace, found));
            }
        } catch (Failure failure) {
            if (failure.problem().kind() != ProblemKind.FORBIDDEN) {
                throw failure;
            }
            gaps.put(namespace, failure.problem());
        }
    }

    private static <T> void take(SortedMap<String, List<T>> found, JsonNode object, Function<JsonNode, T> reader) {
        found.computeIfAbsent(object.at("/metadata/namespace").asText(), _ -> new ArrayList<>())
                .add(reader.apply(object));
    }

    private static <T> Problem more(ObjectRef kind, String namespace, SortedMap<String, List<T>> found) {
        return Problem.of(ProblemKind.OVERLOADED, String.format(Locale.ROOT,
                "Only %,d %s of %s were looked at; there are more, and what these bound is not known",
                found.getOrDefault(namespace, List.of()).size(), kind.resource(), namespace));
    }
}
