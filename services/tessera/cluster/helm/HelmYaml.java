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
import tessera.cluster.object.ObjectYaml;
import tessera.model.Failure;
import tessera.model.Problem;
import tessera.model.Problem.ProblemKind;
import tessera.plan.step.HelmWork;
import tessera.yaml.KubernetesYaml;
import tessera.yaml.ReadableYaml;

/** The texts that go into Helm and come out of it. */
final class HelmYaml {

    private static final String SOURCE = "# Source:";
    private static final Comparator<JsonNode> IN_ORDER = Comparator
            .comparing((JsonNode object) -> object.path("kind").asText())
            .thenComparing(object -> object.at("/metadata/namespace").asText(""))
            .thenComparing(object -> object.at("/metadata/name").asText(""));

    private HelmYaml() {}

    /** What Helm writes of a chart. */
    static JsonNode read(String text) throws Failure {
        try {
            return KubernetesYaml.read(text);
        } catch (IOException e) {
            throw new Failure(Problem.of(ProblemKind.GARBLED, "What Helm tells of the chart is no YAML"), e);
        }
    }

    /** JSON is YAML, too, and says which texts are numbers. */
    static String write(JsonNode tree) {
        return tree.isMissingNode() || tree.isNull() ? "{}" : tree.toString();
    }

    /** A tree of JSON for people. */
    static String readable(JsonNode tree) throws Failure {
        try {
            return tree.isEmpty() ? "" : ReadableYaml.mapper().writeValueAsString(tree);
        } catch (JsonProcessingException e) {
            throw new Failure(Problem.of(ProblemKind.UNEXPECTED, "The values cannot be written as YAML"), e);
        }
    }

    /** The same with its fields in alphabetical order, so that two of them can be compared line by line. */
    private static JsonNode ordered(JsonNode tree) {
        return switch (tree) {
            case ObjectNode object -> {
                var sorted = object.objectNode();
                object.properties().stream().sorted(Map.Entry.comparingByKey())
                        .forEach(entry -> sorted.set(entry.getKey(), ordered(entry.getValue())));
                yield sorted;
            }
            case ArrayNode array -> {
                var each = array.arrayNode();
                array.forEach(element -> each.add(ordered(element)));
                yield each;
            }
            default -> tree;
        };
    }

    /** What a chart makes, object by object as Helm takes them: lists are what is in them. Secrets are told in full. */
    static List<ObjectNode> objects(String manifest) throws Failure {
        try {
            return KubernetesYaml.documents(manifest).stream()
                    .flatMap(each -> each.path("kind").asText().endsWith("List") && each.path("items").isArray()
                            ? each.path("items").valueStream()
                            : Stream.of(each))
                    .filter(ObjectNode.class::isInstance).map(ObjectNode.class::cast).toList();
        } catch (IOException e) {
            throw garbled(manifest, e);
        }
    }

    /** What a release makes that Helm leaves where it is although it is to be no more of the release. */
    static String kept(String before, String after) throws Failure {
        var still = objects(after).stream().map(HelmYaml::identity).collect(Collectors.toSet());
        return objects(before).stream().filter(HelmWork::keeps).filter(each -> !still.contains(identity(each)))
                .map(each -> "\n---\n" + write(each)).collect(Collectors.joining());
    }

    /**
     * Hooks for an upgrade that stands for a rollback: what runs on a rollback runs, and what runs on an upgrade alone is left out,
     * as an upgrade has the hooks of its own chart.
     */
    static String ofRollback(String hooks) throws Failure {
        var kept = new StringBuilder();
        for (var hook : objects(hooks)) {
            var notes = hook.withObject("/metadata/annotations");
            var occasions = HelmWork.Occasion.ROLLBACK.standingFor(HelmWork.Occasion.UPGRADE,
                    notes.path(HelmWork.HOOK).asText(""));
            if (!occasions.isEmpty()) {
                notes.put(HelmWork.HOOK, occasions);
                kept.append("\n---\n").append(write(hook));
            }
        }
        return kept.toString();
    }

    private static List<String> identity(JsonNode object) {
        return List.of(object.path("kind").asText(), object.at("/metadata/namespace").asText(""),
                object.at("/metadata/name").asText());
    }

    /** Helm says above each document of which template it is. */
    private static String source(String manifest) {
        for (var document : manifest.split("(?m)^---", -1)) {
            try {
                KubernetesYaml.documents(document);
            } catch (IOException _) {
                return document.lines().filter(line -> line.startsWith(SOURCE)).findFirst()
                        .map(line -> line.substring(SOURCE.length()).strip()).orElse("");
            }
        }
        return "";
    }

    private static Failure garbled(String manifest, IOException why) {
        var template = source(manifest);
        return new Failure(Problem
                .of(ProblemKind.GARBLED,
                        template.isEmpty() ? "What the chart makes is no YAML"
                                : "What %s of the chart makes is no YAML".formatted(template))
                .withDetail(String.valueOf(why.getMessage()).lines().limit(3).collect(Collectors.joining(" "))), why);
    }

    /** What a chart makes, object by object, in an order that does not depend on the chart; secrets are hidden. */
    static String sorted(String manifest) throws Failure {
        var all = objects(manifest).stream().filter(each -> each.path("kind").isTextual())
                .filter(each -> !each.at("/metadata/annotations").has("helm.sh/hook")).sorted(IN_ORDER).toList();
        var text = new StringBuilder();
        for (var object : all) {
            text.append("---\n").append(ObjectYaml.of(ordered(object), false));
        }
        return text.toString();
    }
}
