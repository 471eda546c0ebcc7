package tessera.plan.operator;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import com.fasterxml.jackson.dataformat.yaml.YAMLGenerator;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import tessera.lint.source.ManifestJsonConverter;
import tessera.model.Problem;
import tessera.model.Problem.OperationProblemKind;
import tessera.model.ProblemException;
import tessera.text.OptionalText;
import tessera.yaml.KubernetesYamlReader;

/** The values that a user sets for a chart, a YAML tree. */
public final class HelmValues {

    private static final YAMLMapper YAML = new YAMLMapper(YAMLFactory.builder()
            .disable(YAMLGenerator.Feature.WRITE_DOC_START_MARKER).disable(YAMLGenerator.Feature.SPLIT_LINES).build());

    private final JsonNode tree;

    private HelmValues(JsonNode tree) {
        this.tree = tree;
    }

    /** Returns empty values. */
    public static HelmValues emptyValues() {
        return new HelmValues(YAML.createObjectNode());
    }

    /**
     * Parses YAML; empty text gives empty values.
     *
     * @throws ProblemException when it is no map
     */
    public static HelmValues read(String yaml) throws ProblemException {
        var tree = parseTree(yaml);
        if (tree.isNull()) {
            return new HelmValues(YAML.createObjectNode());
        }
        if (!tree.isObject()) {
            throw new ProblemException(Problem.of(OperationProblemKind.INVALID, new HelmReleaseRefusal.ValuesNotMap()));
        }
        return new HelmValues(tree);
    }

    private static JsonNode parseTree(String yaml) throws ProblemException {
        try {
            // A key that is written twice means what nobody meant.
            ManifestJsonConverter.parseSingleDocument(yaml);
            return KubernetesYamlReader.read(yaml);
        } catch (IOException unread) {
            throw new ProblemException(Problem.of(OperationProblemKind.INVALID, new HelmReleaseRefusal.ValuesNotMap())
                    .withDetail(String.valueOf(unread.getMessage())), unread);
        } catch (ProblemException unread) {
            throw new ProblemException(Problem.of(OperationProblemKind.INVALID, new HelmReleaseRefusal.ValuesNotMap())
                    .withDetail(unread.problem().detail()), unread);
        }
    }

    /** Returns these values merged over earlier ones. */
    public HelmValues mergeOver(HelmValues before) {
        var merged = before.tree.deepCopy();
        mergeInto((ObjectNode) merged, tree);
        return new HelmValues(merged);
    }

    /** Merges as Helm does: maps are merged, all else is replaced, null removes. */
    private static void mergeInto(ObjectNode under, JsonNode over) {
        over.properties().forEach(entry -> {
            var value = entry.getValue();
            if (value.isNull()) {
                under.remove(entry.getKey());
            } else if (value.isObject() && under.path(entry.getKey()) instanceof ObjectNode inner) {
                mergeInto(inner, value);
            } else {
                under.set(entry.getKey(), value.deepCopy());
            }
        });
    }

    /** @param pointer JSON pointer, e.g. {@code /driver/version} */
    JsonNode nodeAt(String pointer) {
        return tree.at(pointer);
    }

    boolean flagAt(String pointer, boolean otherwise) {
        return tree.at(pointer).asBoolean(otherwise);
    }

    /**
     * Returns the values with one more.
     *
     * @param path  names with dots between them; a dot within a name has a backslash before it
     * @param value as YAML: {@code true}, {@code 3}, {@code [a, b]} or a text
     */
    public HelmValues withValue(String path, String value) throws ProblemException {
        var changed = (ObjectNode) tree.deepCopy();
        var names = path.split("(?<!\\\\)\\.", -1);
        var at = changed;
        for (int i = 0; i < names.length - 1; i++) {
            at = at.withObjectProperty(names[i].replace("\\.", "."));
        }
        try {
            at.set(names[names.length - 1].replace("\\.", "."), YAML.readTree(OptionalText.orElse(value, "\"\"")));
        } catch (IOException e) {
            throw new ProblemException(
                    Problem.of(OperationProblemKind.INVALID, new HelmReleaseRefusal.InvalidChartValue(path, value)), e);
        }
        return new HelmValues(changed);
    }

    /** Returns the values without one, and without maps that become empty. */
    public HelmValues withoutValue(String path) {
        var changed = (ObjectNode) tree.deepCopy();
        removePath(changed, path);
        return new HelmValues(changed);
    }

    private static void removePath(ObjectNode from, String path) {
        int dot = path.indexOf('.');
        if (dot < 0) {
            from.remove(path);
        } else if (from.path(path.substring(0, dot)) instanceof ObjectNode inner) {
            removePath(inner, path.substring(dot + 1));
            if (inner.isEmpty()) {
                from.remove(path.substring(0, dot));
            }
        }
    }

    /** What is set, as a text that {@link #withValue} reads the same; empty where nothing is. */
    public String valueText(String path) {
        var value = tree.at("/" + path.replace('.', '/'));
        if (value.isMissingNode() || value.isNull()) {
            return "";
        }
        if (value.isContainerNode()) {
            return value.toString();
        }
        return value.asText();
    }

    /** Returns whether the value is set to null, which removes an earlier one. */
    public boolean isRemoved(String path) {
        return tree.at("/" + path.replace('.', '/')).isNull();
    }

    /** Returns the values as YAML; empty if none is set. */
    public String toYaml() {
        try {
            return tree.isEmpty() ? "" : YAML.writeValueAsString(tree);
        } catch (IOException e) {
            throw new IllegalStateException("tree not writable", e);
        }
    }
}
