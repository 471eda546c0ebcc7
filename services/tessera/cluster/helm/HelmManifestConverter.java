package tessera.cluster.helm;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tessera.cluster.object.ObjectYamlWriter;
import tessera.model.Problem;
import tessera.model.Problem.OperationProblemKind;
import tessera.model.ProblemException;
import tessera.plan.step.HelmOperation;
import tessera.yaml.KubernetesYamlReader;
import tessera.yaml.ReadableYamlMapperFactory;

/** YAML and JSON conversions for what goes into Helm and comes out of it. */
final class HelmManifestConverter {

    private static final String SOURCE = "# Source:";
    private static final Comparator<JsonNode> IN_ORDER = Comparator
            .comparing((JsonNode object) -> object.path("kind").asText())
            .thenComparing(object -> object.at("/metadata/namespace").asText(""))
            .thenComparing(object -> object.at("/metadata/name").asText(""));

    private HelmManifestConverter() {}

    /** Parses YAML that Helm wrote. */
    static JsonNode read(String text) throws ProblemException {
        try {
            return KubernetesYamlReader.read(text);
        } catch (IOException e) {
            throw new ProblemException(OperationProblemKind.GARBLED, new HelmReason.HelmOutputNotYaml(), e);
        }
    }

    /** Writes a tree as JSON, which is valid YAML and tells texts from numbers. */
    static String write(JsonNode tree) {
        return tree.isMissingNode() || tree.isNull() ? "{}" : tree.toString();
    }

    /** Returns a JSON tree as YAML for people. */
    static String readableYaml(JsonNode tree) throws ProblemException {
        try {
            return tree.isEmpty() ? "" : ReadableYamlMapperFactory.mapper().writeValueAsString(tree);
        } catch (JsonProcessingException e) {
            throw new ProblemException(OperationProblemKind.UNEXPECTED, new HelmReason.HelmValuesUnwritable(), e);
        }
    }

    /** Returns a copy with the fields in alphabetical order, so that two trees can be compared line by line. */
    private static JsonNode sortFields(JsonNode tree) {
        return switch (tree) {
            case ObjectNode object -> {
                var sorted = object.objectNode();
                object.properties().stream().sorted(Map.Entry.comparingByKey())
                        .forEach(entry -> sorted.set(entry.getKey(), sortFields(entry.getValue())));
                yield sorted;
            }
            case ArrayNode array -> {
                var node = array.arrayNode();
                array.forEach(element -> node.add(sortFields(element)));
                yield node;
            }
            default -> tree;
        };
    }

    /** Returns the objects of a manifest as Helm takes them: a list counts as its items. Secrets are told in full. */
    static List<ObjectNode> parseManifest(String manifest) throws ProblemException {
        try {
            return KubernetesYamlReader.readDocuments(manifest).stream()
                    .flatMap(
                            element -> element.path("kind").asText().endsWith("List") && element.path("items").isArray()
                                    ? element.path("items").valueStream()
                                    : Stream.of(element))
                    .filter(ObjectNode.class::isInstance).map(ObjectNode.class::cast).toList();
        } catch (IOException e) {
            throw garbled(manifest, e);
        }
    }

    /** Returns the objects that Helm leaves in place although the new manifest no longer has them. */
    static String keptObjects(String before, String after) throws ProblemException {
        var still = parseManifest(after).stream().map(HelmManifestConverter::identityOf).collect(Collectors.toSet());
        return parseManifest(before).stream().filter(HelmOperation::keepsObject)
                .filter(object -> !still.contains(identityOf(object))).map(object -> "\n---\n" + write(object))
                .collect(Collectors.joining());
    }

    /**
     * Hooks for an upgrade that stands for a rollback: what runs on a rollback runs, and what runs on an upgrade alone is left out,
     * as an upgrade has the hooks of its own chart.
     */
    static String ofRollback(String hooks) throws ProblemException {
        var kept = new StringBuilder();
        for (var hook : parseManifest(hooks)) {
            var notes = hook.withObject("/metadata/annotations");
            var occasions = HelmOperation.HookPhase.ROLLBACK.standingFor(HelmOperation.HookPhase.UPGRADE,
                    notes.path(HelmOperation.HOOK).asText(""));
            if (!occasions.isEmpty()) {
                notes.put(HelmOperation.HOOK, occasions);
                kept.append("\n---\n").append(write(hook));
            }
        }
        return kept.toString();
    }

    private static List<String> identityOf(JsonNode object) {
        return List.of(object.path("kind").asText(), object.at("/metadata/namespace").asText(""),
                object.at("/metadata/name").asText());
    }

    /** Helm says above each document of which template it is. */
    private static String source(String manifest) {
        for (var document : manifest.split("(?m)^---", -1)) {
            try {
                KubernetesYamlReader.readDocuments(document);
            } catch (IOException _) {
                return document.lines().filter(line -> line.startsWith(SOURCE)).findFirst()
                        .map(line -> line.substring(SOURCE.length()).strip()).orElse("");
            }
        }
        return "";
    }

    private static ProblemException garbled(String manifest, IOException cause) {
        return new ProblemException(
                Problem.of(OperationProblemKind.GARBLED, new HelmReason.TemplateNotYaml(source(manifest))).withDetail(
                        String.valueOf(cause.getMessage()).lines().limit(3).collect(Collectors.joining(" "))),
                cause);
    }

    /** Returns a manifest object by object, in an order that does not depend on the chart; secrets are hidden. */
    static String sortedManifest(String manifest) throws ProblemException {
        var all = parseManifest(manifest).stream().filter(each -> each.path("kind").isTextual())
                .filter(each -> !each.at("/metadata/annotations").has("helm.sh/hook")).sorted(IN_ORDER).toList();
        var text = new StringBuilder();
        for (var object : all) {
            text.append("---\n").append(ObjectYamlWriter.toYaml(sortFields(object), false));
        }
        return text.toString();
    }
}
