package tessera.app.cli;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import tessera.app.platform.UserDirectories;
import tessera.launch.WorkloadTemplate;
import tessera.launch.WorkloadTemplateLibrary;
import tessera.text.MessageCatalog;
import tessera.text.SentenceJoiner;

/** The options for a workload template and its parameters. */
final class WorkloadTemplateCommandLineOptions {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(WorkloadTemplateCommandLineOptions.class);

    @Parameters(arity = "0..1", paramLabel = "TEMPLATE", descriptionKey = "workloadTemplate.template")
    private String template = "";

    @Option(names = "--set", paramLabel = "KEY=VALUE", descriptionKey = "workloadTemplate.set")
    private List<String> settings = List.of();

    @Option(names = {"-n", "--namespace"}, paramLabel = "NAME", descriptionKey = "workloadTemplate.namespace")
    private String namespace = "";

    @Spec(Spec.Target.MIXEE)
    private CommandSpec command = CommandSpec.create();

    /** Returns the namespace that is given; empty for none. */
    String namespace() {
        return namespace;
    }

    /** Returns whether parameters are given. */
    boolean hasSettings() {
        return !settings.isEmpty();
    }

    /** Returns the template that is named; empty where none is. */
    Optional<WorkloadTemplate> findTemplate() {
        if (template.isEmpty()) {
            return Optional.empty();
        }
        var templates = templates();
        var named = templates.findTemplate(template);
        if (named.isEmpty()) {
            throw usageError(templates.brokenTemplates().stream().filter(each -> each.file().equals(template + ".yaml"))
                    .findFirst().map(WorkloadTemplateLibrary.InvalidTemplateFile::toString)
                    .orElseGet(() -> MESSAGES.text("template.notFound", template, templates.templates().stream()
                            .map(WorkloadTemplate::id).collect(Collectors.joining(", ")))));
        }
        return named;
    }

    /** Returns the product's templates and the user's. */
    WorkloadTemplateLibrary templates() {
        var environment = CommandRoot.of(command).environment();
        return WorkloadTemplateLibrary
                .withFolder(UserDirectories.templatesFolder(environment.variables(), environment.home()));
    }

    /** Returns the parameters given for a template; refuses those it does not take. */
    Map<String, String> parseSettings(WorkloadTemplate selectedTemplate) {
        var all = new LinkedHashMap<String, String>();
        for (var setting : settings) {
            int equals = setting.indexOf('=');
            if (equals < 1) {
                throw usageError(MESSAGES.text("launch.setSyntax"));
            }
            all.put(setting.substring(0, equals), setting.substring(equals + 1));
        }
        if (!namespace.isEmpty()) {
            all.put("namespace", namespace);
        }
        var complaints = selectedTemplate.problemTexts(all);
        if (!complaints.isEmpty()) {
            throw usageError(SentenceJoiner.joinClauses(complaints));
        }
        return all;
    }

    ParameterException usageError(String text) {
        return new ParameterException(command.commandLine(), text);
    }
}
