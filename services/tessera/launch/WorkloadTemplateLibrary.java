package tessera.launch;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.UnaryOperator;
import tessera.file.SizeLimitedFileReader;
import tessera.file.SizeLimitedFileReader.FileTooLargeException;

/**
 * All workload templates: those that ship with the product, and files of the user. Data: {@code templates.json} and a file of
 * YAML for each in {@code templates/}.
 */
public final class WorkloadTemplateLibrary {

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
            return "The template " + file + " cannot be used: " + reason;
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
            throw new UncheckedIOException("The templates of workloads are damaged", e);
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
                        throw new UserWorkloadTemplateFile.InvalidTemplateException(bundled.findTemplate(id).isPresent()
                                ? "the product has a template of this name; give the file another"
                                : "its name takes small letters, digits, dots and dashes");
                    }
                    templates.add(new UserWorkloadTemplateFile(id, readText(file), common).read());
                } catch (UserWorkloadTemplateFile.InvalidTemplateException wrong) {
                    broken.add(new InvalidTemplateFile(name, String.valueOf(wrong.getMessage())));
                }
            }
        } catch (IOException unreadable) {
            broken.add(new InvalidTemplateFile(folder.toString(),
                    "the folder cannot be read: " + unreadable.getMessage()));
        }
        return new WorkloadTemplateLibrary(templates, broken);
    }

    private static String readText(Path file) throws UserWorkloadTemplateFile.InvalidTemplateException {
        if (Files.exists(file) && !Files.isRegularFile(file)) {
            throw new UserWorkloadTemplateFile.InvalidTemplateException("it is no file, nor does it lead to one");
        }
        try {
            return SizeLimitedFileReader.readText(file, LONGEST);
        } catch (FileTooLargeException _) {
            throw new UserWorkloadTemplateFile.InvalidTemplateException(
                    "it is longer than %d KiB".formatted(LONGEST / 1024));
        } catch (IOException unreadable) {
            throw new UserWorkloadTemplateFile.InvalidTemplateException("it cannot be read: "
                    + (unreadable instanceof CharacterCodingException ? "it is no UTF-8" : unreadable.toString()));
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
            older.put(version.getKey(), readResource(version.getValue().asText()).replace("apiVersion: "
                    + custom.substring(0, custom.lastIndexOf('/')) + "\n", "apiVersion: " + version.getKey() + "\n"));
        }
        return new WorkloadTemplate(id, template.path("title").asText(), template.path("description").asText(), custom,
                template.path("supply").asText(""), parameters, readResource(template.path("file").asText(id)), older,
                false);
    }

    private static String readResource(String name) throws IOException {
        try (var text = Objects.requireNonNull(
                WorkloadTemplateLibrary.class.getResourceAsStream("templates/" + name + ".yaml"),
                name)) {
            return new String(text.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    /** @param usual of this template; null for what is usual everywhere */
    static WorkloadTemplateParameter readParameter(String key, JsonNode common, JsonNode usual) {
        if (common.isMissingNode()) {
            throw new IllegalStateException("a template has a parameter that is not described: " + key);
        }
        var values = new ArrayList<String>();
        common.path("values").forEach(value -> values.add(value.asText()));
        return new WorkloadTemplateParameter(key,
                WorkloadTemplateParameter.TemplateParameterType.parse(common.path("type").asText()),
                common.path("title").asText(),
                common.path("help").asText(), usual.isNull() ? common.path("usual").asText("") : usual.asText(), values,
                common.path("least").asLong(0), common.path("most").asLong(MOST),
                common.path("needed").asBoolean(true), common.path("floor").asText(""));
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
}
