package tessera.lint.source;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.io.IOException;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.yaml.snakeyaml.nodes.ScalarNode;
import tessera.model.Problem;
import tessera.model.Problem.OperationProblemKind;
import tessera.model.ProblemException;
import tessera.yaml.KubernetesYamlReader;

/** Converts manifest values to JSON trees that can be sent to a server. */
public final class ManifestJsonConverter {

    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;
    private static final int DEEPEST = 90;

    private ManifestJsonConverter() {}

    /** Returns all documents of a text, YAML or JSON. */
    public static List<JsonNode> parseDocuments(String text) throws ProblemException {
        return readDocuments(text).stream().map(ManifestJsonConverter::toTree).toList();
    }

    /** Returns the one document of a text as a server takes it, without duplicate keys; a null node where there is none. */
    public static JsonNode parseSingleDocument(String text) throws ProblemException {
        var documents = readDocuments(text);
        if (documents.size() > 1) {
            throw parseFailure(new ManifestParseReason.AmbiguousManifest(),
                    new ManifestParseReason.SeveralDocuments(documents.size()));
        }
        var twice = documents.stream().flatMap(document -> findDuplicateKey(document, 0).stream()).findFirst();
        if (twice.isPresent()) {
            throw parseFailure(new ManifestParseReason.AmbiguousManifest(),
                    new ManifestParseReason.RepeatedKey(twice.get().position().line(), twice.get().text()));
        }
        if (documents.isEmpty()) {
            return JSON.nullNode();
        }
        return toTree(documents.getFirst());
    }

    private static List<ManifestValue> readDocuments(String text) throws ProblemException {
        var read = YamlDocuments.read(text);
        if (read.syntaxProblem().isPresent()) {
            var problem = read.syntaxProblem().get();
            throw parseFailure(new ManifestParseReason.UnreadableManifest(),
                    new ManifestParseReason.UnreadableLine(problem.position().line(), problem.reason()));
        }
        return read.documents();
    }

    private static Optional<ManifestValue> findDuplicateKey(ManifestValue value, int depth) {
        if (depth > DEEPEST) {
            return Optional.empty();
        }
        return Stream
                .concat(value.duplicateKeys().stream(),
                        Stream.concat(value.entries().stream().map(ManifestValue.MappingEntry::value),
                                value.items().stream()).flatMap(inner -> findDuplicateKey(inner, depth + 1).stream()))
                .findFirst();
    }

    private static ProblemException parseFailure(ManifestParseReason reason, ManifestParseReason detail) {
        return new ProblemException(Problem.of(OperationProblemKind.CONFIGURATION, reason).withDetail(detail.text()));
    }

    /** Returns the JSON tree of a value with all that is in it, as kubectl would send it. */
    public static JsonNode toTree(ManifestValue value) {
        return buildTree(value, 0);
    }

    private static JsonNode buildTree(ManifestValue value, int depth) {
        if (depth > DEEPEST || !value.isPresent()) {
            return JSON.nullNode();
        }
        if (value.isMap()) {
            var object = JSON.objectNode();
            entryNames(value, depth).forEach(name -> object.set(name, buildTree(value.at(name), depth + 1)));
            return object;
        }
        if (value.isList()) {
            var list = JSON.arrayNode();
            value.items().forEach(item -> list.add(buildTree(item, depth + 1)));
            return list;
        }
        return scalarNode(value);
    }

    /** Returns the names of the entries of a map, with those that are merged into it. */
    private static Set<String> entryNames(ManifestValue map, int depth) {
        var names = new LinkedHashSet<String>();
        for (var entry : depth > DEEPEST ? List.<ManifestValue.MappingEntry>of() : map.entries()) {
            if (entry.name().equals(YamlMergeKeyResolver.NAME)) {
                var merged = entry.value();
                (merged.isList() ? merged.items() : List.of(merged))
                        .forEach(value -> names.addAll(entryNames(value, depth + 1)));
            } else {
                names.add(entry.name());
            }
        }
        return names;
    }

    /** Returns a scalar's value; its text where JSON has no value for it. */
    private static JsonNode scalarNode(ManifestValue value) {
        try {
            if (value.node() instanceof ScalarNode scalar) {
                return KubernetesYamlReader.scalarValue(scalar);
            }
            return JSON.textNode(value.text());
        } catch (IOException _) {
            return JSON.textNode(value.text());
        }
    }
}
