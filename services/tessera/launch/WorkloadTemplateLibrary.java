package tessera.launch;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import tessera.file.SizeLimitedFileReader;
import tessera.file.SizeLimitedFileReader.FileTooLargeException;
import tessera.lint.manifest.KubernetesManifest;
import tessera.lint.source.ManifestJsonConverter;
import tessera.lint.source.YamlDocuments;
import tessera.text.MessageCatalog;

/**
 * All workload templates: those that ship with the product, and files of the user. Data: {@code templates.json} and a file of
 * YAML for each in {@code templates/}.
 */
public final class WorkloadTemplateLibrary {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(WorkloadTemplateLibrary.class);
    private static final long MOST = 999_999_999;

    /** A file that is longer is no template. */
    private static final int LONGEST = 256 * 1024;

    private final List<WorkloadTemplate> templates;
    private final List<InvalidTemplateFile> broken;

    /**
     * A file of the user that is no valid template.
     *
     * @param file   its name
     * @param reason a sentence without a full stop
     */
    public record InvalidTemplateFile(String file, String reason) {

        @Override
        public String toString() {
            return MESSAGES.text("file.unusable", file, reason);
        }
    }

    private WorkloadTemplateLibrary(List<WorkloadTemplate> templates, List<InvalidTemplateFile> broken) {
        this.templates = List.copyOf(templates);
        this.broken = List.copyOf(broken);
    }

    /** Returns the templates that ship with the product. */
    public static WorkloadTemplateLibrary bundled() {
        try {
            var tree = readCatalog();
            var templates = new ArrayList<WorkloadTemplate>();
            for (var template : tree.path("templates")) {
                templates.add(readTemplate(template, tree.path("parameters")));
            }
            return new WorkloadTemplateLibrary(templates, List.of());
        } catch (IOException e) {
            throw new UncheckedIOException("damaged templates", e);
        }
    }

    /**
     * Returns the same, followed by those of a folder, by the names of their files, which end in {@code .yaml}. Waits for the
     * disk.
     *
     * @param folder need not be there
     */
    public static WorkloadTemplateLibrary withFolder(Path folder) {
        var bundled = bundled();
        var templates = new ArrayList<>(bundled.templates());
        var broken = new ArrayList<InvalidTemplateFile>();
        if (!Files.isDirectory(folder)) {
            return bundled;
        }
        try (var files = Files.list(folder)) {
            var common = readCatalog().path("parameters");
            for (var file : files.filter(path -> path.toString().endsWith(".yaml")).sorted().toList()) {
                var name = String.valueOf(file.getFileName());
                try {
                    var id = name.substring(0, name.length() - ".yaml".length());
                    if (!id.matches("[a-z0-9][-a-z0-9.]*") || bundled.findTemplate(id).isPresent()) {
                        throw new UserWorkloadTemplateFile.InvalidTemplateException(
                                bundled.findTemplate(id).isPresent() ? new TemplateFileProblem.TemplateNameTaken()
                                        : new TemplateFileProblem.TemplateFileNameInvalid());
                    }
                    templates.add(new UserWorkloadTemplateFile(id, readText(file), common).read());
                } catch (UserWorkloadTemplateFile.InvalidTemplateException wrong) {
                    broken.add(new InvalidTemplateFile(name, String.valueOf(wrong.getMessage())));
                }
            }
        } catch (IOException unreadable) {
            broken.add(new InvalidTemplateFile(folder.toString(),
                    new TemplateFileProblem.TemplateFolderUnreadable(String.valueOf(unreadable.getMessage())).text()));
        }
        return new WorkloadTemplateLibrary(templates, broken);
    }

    private static String readText(Path file) throws UserWorkloadTemplateFile.InvalidTemplateException {
        if (Files.exists(file) && !Files.isRegularFile(file)) {
            throw new UserWorkloadTemplateFile.InvalidTemplateException(new TemplateFileProblem.TemplatePathNotAFile());
        }
        try {
            return SizeLimitedFileReader.readText(file, LONGEST);
        } catch (FileTooLargeException _) {
            throw new UserWorkloadTemplateFile.InvalidTemplateException(
                    new TemplateFileProblem.TemplateFileTooLarge(LONGEST / 1024));
        } catch (IOException unreadable) {
            throw new UserWorkloadTemplateFile.InvalidTemplateException(
                    unreadable instanceof CharacterCodingException ? new TemplateFileProblem.TemplateFileNotUtf8()
                            : new TemplateFileProblem.TemplateFileUnreadable(unreadable.toString()));
        }
    }

    private static JsonNode readCatalog() throws IOException {
        try (var file = Objects.requireNonNull(WorkloadTemplateLibrary.class.getResourceAsStream("templates.json"))) {
            return new JsonMapper().readTree(file);
        }
    }

    private static WorkloadTemplate readTemplate(JsonNode template, JsonNode common) throws IOException {
        var parameters = new ArrayList<WorkloadTemplateParameter>();
        template.path("parameters").properties()
                .forEach(use -> parameters.add(readParameter(use.getKey(), common.path(use.getKey()), use.getValue())));
        var id = template.path("id").asText();
        var custom = template.path("custom").asText("");
        var older = new LinkedHashMap<String, String>();
        for (var version : template.path("older").properties()) {
            older.put(version.getKey(),
                    readResource(version.getValue().asText()).replace(
                            "apiVersion: " + custom.substring(0, custom.lastIndexOf('/')) + "\n",
                            "apiVersion: " + version.getKey() + "\n"));
        }
        return new WorkloadTemplate(id, toldText(template, "title"), toldText(template, "description"), custom,
                template.path("supply").asText(""), parameters, readResource(template.path("file").asText(id)), older,
                false);
    }

    private static String readResource(String name) throws IOException {
        try (var text = Objects.requireNonNull(
                WorkloadTemplateLibrary.class.getResourceAsStream("templates/" + name + ".yaml"), name)) {
            return new String(text.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    /** @param usual of this template; null for what is usual everywhere */
    private static WorkloadTemplateParameter readParameter(String key, JsonNode common, JsonNode usual) {
        if (common.isMissingNode()) {
            throw new IllegalStateException("undescribed parameter: " + key);
        }
        var values = new ArrayList<String>();
        common.path("values").forEach(value -> values.add(value.asText()));
        return new WorkloadTemplateParameter(key,
                WorkloadTemplateParameter.TemplateParameterType.parse(common.path("type").asText()),
                toldText(common, "title"), toldText(common, "help"),
                usual.isNull() ? common.path("usual").asText("") : usual.asText(), values,
                common.path("least").asLong(0), common.path("most").asLong(MOST), common.path("needed").asBoolean(true),
                common.path("floor").asText(""));
    }

    /** Returns what an entry says itself, or else its text in the catalog. */
    private static String toldText(JsonNode entry, String field) {
        return entry.has(field) || !entry.has("text") ? entry.path(field).asText()
                : MESSAGES.text(entry.path("text").asText() + "." + field);
    }

    /** Returns the same with each template adapted to a cluster. */
    public WorkloadTemplateLibrary mapTemplates(UnaryOperator<WorkloadTemplate> change) {
        return new WorkloadTemplateLibrary(templates.stream().map(change).toList(), broken);
    }

    /** Returns the templates in the order in which they are offered. */
    public List<WorkloadTemplate> templates() {
        return templates;
    }

    /** Returns the user's files that could not be used. */
    public List<InvalidTemplateFile> brokenTemplates() {
        return broken;
    }

    public Optional<WorkloadTemplate> findTemplate(String id) {
        return templates.stream().filter(template -> template.id().equals(id)).findFirst();
    }

    /**
     * A template in a user's file: a head with description and parameters, a line {@code ---}, and the manifest with placeholders.
     */
    private static final class UserWorkloadTemplateFile {

        private static final Set<String> HEAD = Set.of("title", "description", "custom", "parameters");
        private static final Set<String> FIELDS = Set.of("type", "title", "help", "usual", "values", "least", "most",
                "needed", "floor");
        private static final String LINE = "---";

        private final String id;
        private final String text;
        private final JsonNode common;

        /** Thrown for a file that is no valid template. */
        static final class InvalidTemplateException extends Exception {

            private static final long serialVersionUID = 1;

            InvalidTemplateException(TemplateFileProblem problem) {
                super(problem.text());
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
                throw new InvalidTemplateException(new TemplateFileProblem.TemplateSeparatorMissing());
            }
            var head = readHead("\n".repeat(begin) + String.join("\n", lines.subList(begin, begin + end)) + "\n");
            var parameters = new ArrayList<WorkloadTemplateParameter>();
            for (var use : head.path("parameters").properties()) {
                parameters.add(readParameter(use.getKey(), use.getValue()));
            }
            var custom = head.path("custom").asText("");
            if (!custom.isEmpty() && !custom.matches("([a-z0-9.-]+/)?v[a-z0-9]+/[A-Za-z]+")) {
                throw new InvalidTemplateException(new TemplateFileProblem.TemplateKindInvalid(custom));
            }
            var template = new WorkloadTemplate(id, head.path("title").asText(id), head.path("description").asText(""),
                    custom, "", parameters, String.join("\n", lines.subList(begin + end + 1, lines.size())) + "\n",
                    Map.of(), !head.path("parameters").path(WorkloadTemplateParameter.NAMESPACE).asText("").isEmpty());
            requireFillable(template);
            return template;
        }

        private static JsonNode readHead(String yaml) throws InvalidTemplateException {
            var documents = YamlDocuments.read(yaml);
            if (documents.syntaxProblem().isPresent()) {
                throw new InvalidTemplateException(
                        new TemplateFileProblem.TemplateHeadMalformed(documents.syntaxProblem().get().position().line(),
                                documents.syntaxProblem().get().reason().text()));
            }
            var head = documents.documents().isEmpty() ? JsonNodeFactory.instance.objectNode()
                    : ManifestJsonConverter.toTree(documents.documents().getFirst());
            if (!head.isObject()) {
                throw new InvalidTemplateException(new TemplateFileProblem.TemplateHeadNotAMap());
            }
            requireKnownKeys(head, HEAD, "");
            if (!head.path("parameters").isMissingNode() && !head.path("parameters").isObject()) {
                throw new InvalidTemplateException(new TemplateFileProblem.TemplateParametersNotAMap());
            }
            return head;
        }

        private static void requireKnownKeys(JsonNode map, Set<String> keys, String parameter)
                throws InvalidTemplateException {
            for (var entry : map.properties()) {
                if (!keys.contains(entry.getKey())) {
                    throw new InvalidTemplateException(new TemplateFileProblem.TemplateKeyUnknown(parameter,
                            entry.getKey(), keys.stream().sorted().toList()));
                }
            }
        }

        /** Reads a parameter: a known one is given by its default value, any other by its definition. */
        private WorkloadTemplateParameter readParameter(String key, JsonNode said) throws InvalidTemplateException {
            var all = common.path(key).isObject() ? ((ObjectNode) common.path(key)).deepCopy()
                    : JsonNodeFactory.instance.objectNode();
            if (!key.matches("[A-Za-z]\\w*")) {
                throw new InvalidTemplateException(new TemplateFileProblem.TemplateParameterNameInvalid(key));
            }
            if (said.isObject()) {
                requireKnownKeys(said, FIELDS, key);
                all.setAll((ObjectNode) said);
            } else if (all.isEmpty()) {
                throw new InvalidTemplateException(new TemplateFileProblem.TemplateParameterUndefined(key));
            } else if (!said.isNull()) {
                all.set("usual", said);
            }
            var type = all.path("type").asText("text");
            if (Stream.of(WorkloadTemplateParameter.TemplateParameterType.values())
                    .noneMatch(each -> each.name().toLowerCase(Locale.ROOT).equals(type))) {
                throw new InvalidTemplateException(new TemplateFileProblem.TemplateParameterTypeUnknown(key, type,
                        Stream.of(WorkloadTemplateParameter.TemplateParameterType.values())
                                .map(each -> each.name().toLowerCase(Locale.ROOT)).toList()));
            }
            all.put("type", type);
            if (!all.has("text")) {
                all.put("title", all.path("title").asText(key));
            }
            var parameter = WorkloadTemplateLibrary.readParameter(key, all, JsonNodeFactory.instance.nullNode());
            var complaint = parameter.defaultValue().isEmpty() ? Optional.<String>empty()
                    : parameter.findProblem(parameter.defaultValue());
            if (complaint.isPresent()) {
                throw new InvalidTemplateException(new TemplateFileProblem.TemplateDefaultInvalid(complaint.get()));
            }
            return parameter;
        }

        /** Requires that the filled template is a valid manifest, so that errors show at load time. */
        private static void requireFillable(WorkloadTemplate template) throws InvalidTemplateException {
            var settings = new LinkedHashMap<String, String>();
            template.parameters().stream()
                    .filter(parameter -> parameter.defaultValue().isEmpty() && parameter.required())
                    .forEach(parameter -> settings.put(parameter.key(), sampleValue(parameter)));
            String yaml;
            try {
                yaml = template.fill(Map.copyOf(settings), Optional.empty()).yaml();
            } catch (IllegalStateException unfilled) {
                throw new InvalidTemplateException(
                        new TemplateFileProblem.TemplatePlaceholderUnfilled(String.valueOf(unfilled.getMessage())));
            }
            var kubernetesManifest = KubernetesManifest.read(yaml);
            if (kubernetesManifest.syntaxProblem().isPresent()) {
                throw new InvalidTemplateException(new TemplateFileProblem.TemplateManifestMalformed(
                        kubernetesManifest.syntaxProblem().get().position().line(),
                        kubernetesManifest.syntaxProblem().get().reason().text()));
            }
            if (kubernetesManifest.objects().isEmpty()) {
                throw new InvalidTemplateException(new TemplateFileProblem.TemplateManifestEmpty());
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
}
