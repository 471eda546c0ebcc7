package tessera.lint.rule;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import tessera.lint.finding.LintFix;
import tessera.lint.finding.LintSeverity;
import tessera.lint.fix.ShapeFixes;
import tessera.lint.manifest.KubeObject;
import tessera.lint.manifest.ManifestEnvironment;
import tessera.lint.manifest.PodTemplate;
import tessera.lint.manifest.TemplateContainer;
import tessera.lint.manifest.ToolFile;
import tessera.lint.source.ManifestEditor;
import tessera.lint.source.ManifestValue;
import tessera.lint.source.SourceText.Position;
import tessera.lint.source.YamlDocuments.SyntaxProblem;
import tessera.model.ObjectName;
import tessera.model.ServerVersion;

/** Whether a text holds objects, of versions that are served, with keys where they belong. */
final class ApiChecks implements LintCheck {

    private static final Pattern NAME = Pattern
            .compile("[a-z0-9]++(?:-++[a-z0-9]++)*+(?:\\.[a-z0-9]++(?:-++[a-z0-9]++)*+)*+");
    private static final Set<String> OF_WORKLOADS = Set.of("replicas", "template", "completions", "parallelism",
            "backoffLimit");
    private static final Pattern LABEL = Pattern.compile("[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?");
    private static final int LONGEST = 253;
    private static final int LONGEST_CRON_JOB = 52;
    /** The first minor version with relaxed names of Services. */
    private static final int DIGITS = 36;

    @Override
    public void manifest(CheckContext look) {
        look.manifest().trouble().ifPresent(trouble -> trouble(trouble, look));
        if (look.manifest().trouble().isEmpty() && look.manifest().strays().isEmpty()
                && look.manifest().objects().isEmpty()) {
            look.note("manifest-empty", new Position(1, 1), "There is no object in it", Optional.empty());
        }
        look.manifest().strays().forEach(stray -> {
            switch (ToolFile.of(stray)) {
                case CONTAINER_RUNTIME -> look.note("runtime-config-foreign", stray.position(),
                        "This is the daemon.json of Docker and no object; "
                                + "containerd, which nodes run as a rule, does not read it",
                        Optional.empty());
                case CHART_VALUES -> look.note("values-unrendered", stray,
                        "Values of a chart are no objects: what the chart makes of them is checked when it is rendered");
                case NONE -> look.offer("object-incomplete", stray, incomplete(stray),
                        ShapeFixes.whole(stray, look.facts().kinds()));
                default -> {
                    // It is checked for what it is.
                }
            }
            twice(stray, 0, look);
        });
    }

    private static void trouble(SyntaxProblem trouble, CheckContext look) {
        if (trouble.template()) {
            look.note("template-unrendered", trouble.position(), "This is a template and no object: " + trouble.words(),
                    Optional.empty());
        } else {
            look.note("yaml-broken", trouble.position(), "This cannot be read as YAML: " + trouble.words(),
                    ShapeFixes.untabbed(look.manifest().source()));
        }
    }

    private static String incomplete(ManifestValue stray) {
        return stray.isMap() ? "An object says its apiVersion and its kind"
                : stray.items().stream().anyMatch(item -> item.at("kind").present())
                        ? "A server takes several objects as items of a List of v1, not as they stand here"
                        : "This is no object";
    }

    @Override
    public void object(KubeObject object, CheckContext look) {
        look.facts().api(object.apiVersion(), object.kind()).ifPresent(api -> {
            var written = api.same()
                    ? ManifestEditor.fix("Write " + api.right(),
                            ManifestEditor.replace(object.at("apiVersion"), api.right()))
                    : Optional.<LintFix>empty();
            look.note(api.legacy() ? "api-legacy" : "api-removed", object.at("apiVersion").position(), api.reason(),
                    written.filter(_ -> !api.legacy()), object.kind().equals("MPIJob")
                            ? ManifestEditor.ways(ShapeFixes.operated(object))
                            : ManifestEditor.ways(written.filter(_ -> api.legacy())));
        });
        if (object.name().isEmpty() && object.root().at("spec").present()) {
            look.offer("object-incomplete", object.root(), "An object has a name",
                    ManifestEditor.ways(ShapeFixes.called(object)));
        }
        var name = object.at("metadata", "name");
        named(object, look);
        if (name.present() && !name.unfilled() && !object.apiVersion().startsWith("rbac.authorization.k8s.io/")
                && !(NAME.matcher(name.text()).matches() && name.text().length() <= LONGEST)) {
            look.offer("name-invalid", name,
                    ("“%s” cannot be a name: lower-case letters, digits, “-” and “.” make one, "
                            + "beginning and ending with a letter or digit").formatted(name.text()),
                    ManifestEditor.ways(ShapeFixes.named(name)));
        }
        twice(object.root(), 0, look);
    }

    /** Names that end up in names of hosts have no dots, and those of Services begin with a letter. */
    private static void named(KubeObject object, CheckContext look) {
        var namespace = object.at("metadata", "namespace");
        // Where it is empty, it is as if it was not said.
        if (namespace.present() && !namespace.unfilled() && !namespace.text().isEmpty()) {
            ObjectName.againstNamespace(namespace.text()).ifPresent(why -> look.offer("name-invalid", namespace, why,
                    ManifestEditor.ways(ShapeFixes.labelled(namespace))));
        }
        var name = object.at("metadata", "name");
        if (object.is("", "Service") && LABEL.matcher(name.text()).matches()
                && Character.isDigit(name.text().charAt(0))) {
            digit(name, look);
        }
        if (object.is("batch", "CronJob") && name.text().length() > LONGEST_CRON_JOB && !name.unfilled()) {
            look.offer("name-invalid", name, ("“%s” is too long for a CronJob: it has up to %d characters, as its "
                    + "jobs have more behind it").formatted(name.text(), LONGEST_CRON_JOB),
                    ManifestEditor.ways(ManifestEditor.fix(
                            "Shorten it", ManifestEditor.replace(name, name.text().substring(0, LONGEST_CRON_JOB)
                                    .replaceFirst("(?<![-.])[-.]++$", "")))));
        }
    }

    /** Servers from 1.36 on take it. */
    private static void digit(ManifestValue name, CheckContext look) {
        var server = look.cluster().map(ManifestEnvironment::server).orElse(ServerVersion.UNKNOWN);
        var ways = ManifestEditor
                .ways(ManifestEditor.fix("Call it s" + name.text(), ManifestEditor.replace(name, "s" + name.text())));
        if (server.before(DIGITS)) {
            look.offer("name-invalid", name, "“%s” cannot be the name of a Service, which begins with a letter"
                    .formatted(name.text()), ways);
        } else if (!server.since(DIGITS)) {
            look.doubt("name-invalid", name, LintSeverity.HINT,
                    "“%s” begins with a digit: servers before 1.36 refuse that of a Service".formatted(name.text()),
                    ways);
        }
    }

    private static void twice(ManifestValue value, int depth, CheckContext look) {
        if (depth > 60) {
            return;
        }
        value.twice().forEach(key -> look.offer("key-twice", key,
                "“%s” is written twice; the server refuses it, or the last one counts".formatted(key.text()),
                ShapeFixes.once(value, key)));
        value.entries().forEach(entry -> twice(entry.value(), depth + 1, look));
        value.items().forEach(item -> twice(item, depth + 1, look));
    }

    @Override
    public void container(TemplateContainer container, PodTemplate template, CheckContext look) {
        if (!template.whole()) {
            return;
        }
        for (var entry : container.value().entries()) {
            look.facts().mistake("containerFields", entry.name()).ifPresent(mistake -> look.note("field-misplaced",
                    entry.key(), "“%s” is no field of a container: %s".formatted(entry.name(), mistake.reason()),
                    ShapeFixes.moved(entry, container, template)));
        }
    }

    @Override
    public void template(PodTemplate template, CheckContext look) {
        if (!template.whole()) {
            return;
        }
        for (var entry : template.spec().entries()) {
            look.facts().mistake("podFields", entry.name()).ifPresent(mistake -> misplaced(entry, template,
                    "“%s” is no field of a pod: %s".formatted(entry.name(), mistake.reason()), look));
        }
    }

    private static void misplaced(ManifestValue.MappingEntry entry, PodTemplate template, String reason,
            CheckContext look) {
        var raised = OF_WORKLOADS.contains(entry.name()) ? ShapeFixes.raised(entry, template)
                : Optional.<LintFix>empty();
        var ways = OF_WORKLOADS.contains(entry.name()) ? List.<LintFix>of() : ShapeFixes.moved(entry, template);
        boolean one = ways.size() == 1;
        look.note("field-misplaced", entry.key().position(), reason, one ? Optional.of(ways.getFirst()) : raised,
                one ? List.of() : ways);
    }
}
