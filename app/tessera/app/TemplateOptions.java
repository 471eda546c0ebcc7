package tessera.app;

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
import tessera.launch.TemplateLibrary;
import tessera.launch.WorkloadTemplate;

/** The options that name a template and say what it is filled in with. */
final class TemplateOptions {

    @Parameters(arity = "0..1", paramLabel = "TEMPLATE", description = "Template, as listed by tessera launch --list.")
    private String template = "";

    @Option(names = "--set", paramLabel = "KEY=VALUE", description = "Set a parameter of the template, as listed by tessera launch --list TEMPLATE. Can be repeated.")
    private List<String> settings = List.of();

    @Option(names = {"-n",
        "--namespace"}, paramLabel = "NAME", description = "Namespace of the objects (default: the template's, else the context's; without a cluster, none is written).")
    private String namespace = "";

    @Spec(Spec.Target.MIXEE)
    private CommandSpec command = CommandSpec.create();

    /** The namespace that is said; empty for none. */
    String namespace() {
        return namespace;
    }

    boolean given() {
        return !template.isEmpty();
    }

    /** Whether something is to be filled in. */
    boolean filled() {
        return !settings.isEmpty();
    }

    /** The template that is named; empty where none is. */
    Optional<WorkloadTemplate> named() {
        if (template.isEmpty()) {
            return Optional.empty();
        }
        var templates = templates();
        var named = templates.template(template);
        if (named.isEmpty()) {
            throw misuse(templates.broken().stream().filter(each -> each.file().equals(template + ".yaml")).findFirst()
                    .map(TemplateLibrary.BrokenTemplate::toString)
                    .orElseGet(() -> "There is no template “%s”: %s".formatted(template,
                            templates.all().stream().map(WorkloadTemplate::id).collect(Collectors.joining(", ")))));
        }
        return named;
    }

    /** Those of the product and those of the user. */
    TemplateLibrary templates() {
        var environment = TesseraCommand.environment(command);
        return TemplateLibrary.with(UserDirectories.templates(environment.variables(), environment.home()));
    }

    /** What the template is filled in with, as far as it makes sense. */
    Map<String, String> settings(WorkloadTemplate chosen) {
        var all = new LinkedHashMap<String, String>();
        for (var setting : settings) {
            int equals = setting.indexOf('=');
            if (equals < 1) {
                throw misuse("--set takes KEY=VALUE");
            }
            all.put(setting.substring(0, equals), setting.substring(equals + 1));
        }
        if (!namespace.isEmpty()) {
            all.put("namespace", namespace);
        }
        var complaints = chosen.complaints(all);
        if (!complaints.isEmpty()) {
            throw misuse(String.join("; ", complaints));
        }
        return all;
    }

    ParameterException misuse(String words) {
        return new ParameterException(command.commandLine(), words);
    }
}
