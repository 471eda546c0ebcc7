package tessera.launch;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tessera.lint.manifest.KubernetesManifest;
import tessera.lint.source.ManifestJsonConverter;
import tessera.lint.source.YamlDocuments;

/**
 * A template in a user's file: a head with description and parameters, a line {@code ---}, and the manifest with placeholders.
 */
final class UserWorkloadTemplateFile {

    private static final Set<String> HEAD = Set.of("title", "description", "custom", "parameters");
    private static final Set<String> FIELDS = Set.of("type", "title", "help", "usual", "values", "least", "most",
            "needed", "floor");
    private static final String LINE = "---";

    private final String id;
    private final String text;
    private final JsonNode common;

    /** Thrown for a file that is no valid template, with a reason without a full stop. */
    static final class InvalidTemplateException extends Exception {

        private static final long serialVersionUID = 1;

        InvalidTemplateException(String reason) {
            super(reason);
        }
    }

    /** @param common parameters that all templates know, by their keys */
    UserWorkloadTemplateFile(String id, String text, JsonNode common) {
        this.id = id;
        this.text = text;
        this.common = common;
    }

    WorkloadTemplate read() throws InvalidTemplateException {
        var lines = text.lines().toList();
        // The first line may be one that begins the head.
        int begin = !lines.isEmpty() && lines.getFirst().strip().equals(LINE) ? 1 : 0;
        int end = lines.subList(begin, lines.size()).stream().map(String::stripTrailing).toList().indexOf(LINE);
        if (end < 0) {
            throw new InvalidTemplateException("there is no line “---” between what it is and the manifest");
        }
        var head = readHead("\n".repeat(begin) + String.join("\n", lines.subList(begin, begin + end)) + "\n");
        var parameters = new ArrayList<WorkloadTemplateParameter>();
        for (var use : head.path("parameters").properties()) {
            parameters.add(readParameter(use.getKey(), use.getValue()));
        }
        var custom = head.path("custom").asText("");
        if (!custom.isEmpty() && !custom.matches("([a-z0-9.-]+/)?v[a-z0-9]+/[A-Za-z]+")) {
            throw new InvalidTemplateException(
                    "custom is no APIVERSION/KIND, such as kubeflow.org/v1/PyTorchJob: " + custom);
        }
        var template = new WorkloadTemplate(id, head.path("title").asText(id), head.path("description").asText(""),
                custom,
                "", parameters, String.join("\n", lines.subList(begin + end + 1, lines.size())) + "\n", Map.of(),
                !head.path("parameters").path(WorkloadTemplate.NAMESPACE).asText("").isEmpty());
        requireFillable(template);
        return template;
    }

    private static JsonNode readHead(String yaml) throws InvalidTemplateException {
        var documents = YamlDocuments.read(yaml);
        if (documents.syntaxProblem().isPresent()) {
            throw new InvalidTemplateException(
                    "line %d: %s".formatted(documents.syntaxProblem().get().position().line(),
                            documents.syntaxProblem().get().problemText()));
        }
        var head = documents.documents().isEmpty() ? JsonNodeFactory.instance.objectNode()
                : ManifestJsonConverter.toTree(documents.documents().getFirst());
        if (!head.isObject()) {
            throw new InvalidTemplateException("what it is has to be said as KEY: VALUE above the line “---”");
        }
        requireKnownKeys(head, HEAD, "the head");
        if (!head.path("parameters").isMissingNode() && !head.path("parameters").isObject()) {
            throw new InvalidTemplateException("parameters are said as KEY: what is usual");
        }
        return head;
    }

    private static void requireKnownKeys(JsonNode map, Set<String> keys, String where) throws InvalidTemplateException {
        for (var entry : map.properties()) {
            if (!keys.contains(entry.getKey())) {
                throw new InvalidTemplateException("%s has no “%s”; it has %s".formatted(where, entry.getKey(),
                        keys.stream().sorted().collect(Collectors.joining(", "))));
            }
        }
    }

    /** Reads a parameter: a known one is given by its default value, any other by its definition. */
    private WorkloadTemplateParameter readParameter(String key, JsonNode said) throws InvalidTemplateException {
        var all = common.path(key).isObject() ? ((ObjectNode) common.path(key)).deepCopy()
                : JsonNodeFactory.instance.objectNode();
        if (!key.matches("[A-Za-z]\\w*")) {
            throw new InvalidTemplateException(
                    "“%s” cannot be a parameter: it takes letters from a to z and digits".formatted(key));
        }
        if (said.isObject()) {
            requireKnownKeys(said, FIELDS, "the parameter “" + key + "”");
            all.setAll((ObjectNode) said);
        } else if (all.isEmpty()) {
            throw new InvalidTemplateException(
                    "the parameter “%s” is not one that all templates know: say its type, title and help"
                            .formatted(key));
        } else if (!said.isNull()) {
            all.set("usual", said);
        }
        var type = all.path("type").asText("text");
        if (Stream.of(WorkloadTemplateParameter.TemplateParameterType.values())
                .noneMatch(each -> each.name().toLowerCase(Locale.ROOT).equals(type))) {
            throw new InvalidTemplateException(
                    "the parameter “%s” is of no type that there is: %s; there are %s".formatted(key, type,
                            Stream.of(WorkloadTemplateParameter.TemplateParameterType.values())
                                    .map(each -> each.name().toLowerCase(Locale.ROOT))
                                    .collect(Collectors.joining(", "))));
        }
        all.put("type", type);
        all.put("title", all.path("title").asText(key));
        var parameter = WorkloadTemplateLibrary.readParameter(key, all, JsonNodeFactory.instance.nullNode());
        var complaint = parameter.defaultValue().isEmpty() ? Optional.<String>empty()
                : parameter.findProblem(parameter.defaultValue());
        if (complaint.isPresent()) {
            throw new InvalidTemplateException(complaint.get());
        }
        return parameter;
    }

    /** Requires that the filled template is a valid manifest, so that errors show at load time. */
    private static void requireFillable(WorkloadTemplate template) throws InvalidTemplateException {
        var settings = new LinkedHashMap<String, String>();
        template.parameters().stream().filter(parameter -> parameter.defaultValue().isEmpty() && parameter.required())
                .forEach(parameter -> settings.put(parameter.key(), sampleValue(parameter)));
        String yaml;
        try {
            yaml = template.fill(Map.copyOf(settings), Optional.empty()).yaml();
        } catch (IllegalStateException unfilled) {
            throw new InvalidTemplateException(String.valueOf(unfilled.getMessage()));
        }
        var kubernetesManifest = KubernetesManifest.read(yaml);
        if (kubernetesManifest.syntaxProblem().isPresent()) {
            throw new InvalidTemplateException("what it makes is no YAML: line %d of the manifest: %s".formatted(
                    kubernetesManifest.syntaxProblem().get().position().line(),
                    kubernetesManifest.syntaxProblem().get().problemText()));
        }
        if (kubernetesManifest.objects().isEmpty()) {
            throw new InvalidTemplateException("there is no object in its manifest");
        }
    }

    private static String sampleValue(WorkloadTemplateParameter parameter) {
        if (parameter.values().isEmpty()) {
            return switch (parameter.type()) {
                case COUNT -> Long.toString(Math.max(parameter.minimum(), 1));
                case QUANTITY -> "1Gi";
                case RESOURCE -> "example.com/device";
                case LABELS -> "key=value";
                case TOLERATIONS -> "key:NoSchedule";
                case FLAG -> "false";
                case SCHEDULE -> "0 3 * * *";
                case ZONE -> "Etc/UTC";
                default -> "sample";
            };
        }
        return List.copyOf(parameter.values()).getFirst();
    }
}
