package tessera.lint.rule;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import tessera.kube.names.NameFormatRules;
import tessera.lint.finding.LintFix;
import tessera.lint.finding.LintSeverity;
import tessera.lint.fix.ObjectStructureLintFixes;
import tessera.lint.manifest.ManifestKubernetesObject;
import tessera.lint.manifest.ManifestKubernetesObject.ManifestPodTemplate;
import tessera.lint.manifest.ManifestTargetCluster;
import tessera.lint.manifest.PodTemplateContainer;
import tessera.lint.manifest.ToolConfigFileKind;
import tessera.lint.source.LineIndexedText.TextPosition;
import tessera.lint.source.ManifestSourceEditor;
import tessera.lint.source.ManifestValue;
import tessera.lint.source.YamlDocuments.SyntaxProblem;
import tessera.model.ObjectNameValidator;
import tessera.model.ServerVersion;

/** Checks that a text holds objects, of versions that are served, with keys where they belong. */
final class ObjectKindAndVersionLintChecks implements LintCheck {

    private static final Set<String> OF_WORKLOADS = Set.of("replicas", "template", "completions", "parallelism",
            "backoffLimit");
    private static final int LONGEST_CRON_JOB = 52;
    /** The first minor version with relaxed names of Services. */
    private static final int DIGITS = 36;

    @Override
    public void checkManifest(LintCheckContext context) {
        context.manifest().syntaxProblem().ifPresent(problem -> reportSyntax(problem, context));
        if (context.manifest().syntaxProblem().isEmpty() && context.manifest().otherDocuments().isEmpty()
                && context.manifest().objects().isEmpty()) {
            context.addFinding("manifest-empty", new TextPosition(1, 1), "There is no object in it", Optional.empty());
        }
        context.manifest().otherDocuments().forEach(misplaced -> {
            switch (ToolConfigFileKind.of(misplaced)) {
                case CONTAINER_RUNTIME -> context.addFinding("runtime-config-foreign", misplaced.position(),
                        "This is the daemon.json of Docker and no object; "
                                + "containerd, which nodes run as a rule, does not read it",
                        Optional.empty());
                case CHART_VALUES -> context.addFinding("values-unrendered", misplaced,
                        "Values of a chart are no objects: what the chart makes of them is checked when it is rendered");
                case NONE -> context.addChoice("object-incomplete", misplaced, incompleteText(misplaced),
                        ObjectStructureLintFixes.completeKind(misplaced, context.facts().kindVersions()));
                default -> {
                    // It is checked for what it is.
                }
            }
            checkDuplicateKeys(misplaced, 0, context);
        });
    }

    private static void reportSyntax(SyntaxProblem problem, LintCheckContext context) {
        if (problem.template()) {
            context.addFinding("template-unrendered", problem.position(),
                    "This is a template and no object: " + problem.problemText(),
                    Optional.empty());
        } else {
            context.addFinding("yaml-broken", problem.position(),
                    "This cannot be read as YAML: " + problem.problemText(),
                    ObjectStructureLintFixes.replaceTabs(context.manifest().source()));
        }
    }

    private static String incompleteText(ManifestValue misplaced) {
        if (misplaced.isMap()) {
            return "An object says its apiVersion and its kind";
        }
        if (misplaced.items().stream().anyMatch(item -> item.at("kind").isPresent())) {
            return "A server takes several objects as items of a List of v1, not as they stand here";
        }
        return "This is no object";
    }

    @Override
    public void checkObject(ManifestKubernetesObject object, LintCheckContext context) {
        var outdatedApiVersion = context.facts().findApi(object.apiVersion(), object.kind()).orElse(null);
        if (outdatedApiVersion != null) {
            var written = outdatedApiVersion.same()
                    ? ManifestSourceEditor.fixOf("Write " + outdatedApiVersion.replacement(),
                            ManifestSourceEditor.replace(object.at("apiVersion"), outdatedApiVersion.replacement()))
                    : Optional.<LintFix>empty();
            context.addFinding(outdatedApiVersion.legacy() ? "api-legacy" : "api-removed",
                    object.at("apiVersion").position(),
                    outdatedApiVersion.reason(),
                    written.filter(_ -> !outdatedApiVersion.legacy()), object.kind().equals("MPIJob")
                            ? ManifestSourceEditor.availableFixes(ObjectStructureLintFixes.toMpiOperator(object))
                            : ManifestSourceEditor.availableFixes(written.filter(_ -> outdatedApiVersion.legacy())));
        }
        if (object.name().isEmpty() && object.root().at("spec").isPresent()) {
            context.addChoice("object-incomplete", object.root(), "An object has a name",
                    ManifestSourceEditor.availableFixes(ObjectStructureLintFixes.addName(object)));
        }
        var name = object.at("metadata", "name");
        checkName(object, context);
        if (name.isPresent() && !name.isTemplated() && !object.apiVersion().startsWith("rbac.authorization.k8s.io/")
                && !NameFormatRules.isSubdomain(name.text())) {
            context.addChoice("name-invalid", name,
                    ("“%s” cannot be a name: lower-case letters, digits, “-” and “.” make one, "
                            + "beginning and ending with a letter or digit").formatted(name.text()),
                    ManifestSourceEditor.availableFixes(ObjectStructureLintFixes.toValidName(name)));
        }
        checkDuplicateKeys(object.root(), 0, context);
    }

    /** Checks names that become host names, which have no dots, and those of Services, which begin with a letter. */
    private static void checkName(ManifestKubernetesObject object, LintCheckContext context) {
        var namespace = object.at("metadata", "namespace");
        // Where it is empty, it is as if it was not said.
        if (namespace.isPresent() && !namespace.isTemplated() && !namespace.text().isEmpty()) {
            ObjectNameValidator.namespaceProblem(namespace.text())
                    .ifPresent(reason -> context.addChoice("name-invalid", namespace, reason.text(),
                            ManifestSourceEditor.availableFixes(ObjectStructureLintFixes.toDnsLabel(namespace))));
        }
        var name = object.at("metadata", "name");
        if (object.isKind("", "Service") && NameFormatRules.isLabel(name.text())
                && Character.isDigit(name.text().charAt(0))) {
            checkLeadingDigit(name, context);
        }
        if (object.isKind("batch", "CronJob") && name.text().length() > LONGEST_CRON_JOB && !name.isTemplated()) {
            context.addChoice("name-invalid", name,
                    ("“%s” is too long for a CronJob: it has up to %d characters, as its "
                            + "jobs have more behind it").formatted(name.text(), LONGEST_CRON_JOB),
                    ManifestSourceEditor.availableFixes(ManifestSourceEditor.fixOf(
                            "Shorten it", ManifestSourceEditor.replace(name, name.text().substring(0, LONGEST_CRON_JOB)
                                    .replaceFirst("(?<![-.])[-.]++$", "")))));
        }
    }

    /** Checks a leading digit, which servers accept from 1.36 on. */
    private static void checkLeadingDigit(ManifestValue name, LintCheckContext context) {
        var server = context.cluster().map(ManifestTargetCluster::server).orElse(ServerVersion.UNKNOWN);
        var fixes = ManifestSourceEditor
                .availableFixes(ManifestSourceEditor.fixOf("Call it s" + name.text(),
                        ManifestSourceEditor.replace(name, "s" + name.text())));
        if (server.isOlderThan(DIGITS)) {
            context.addChoice("name-invalid", name, "“%s” cannot be the name of a Service, which begins with a letter"
                    .formatted(name.text()), fixes);
        } else if (!server.isAtLeast(DIGITS)) {
            context.addDoubt("name-invalid", name, LintSeverity.HINT,
                    "“%s” begins with a digit: servers before 1.36 refuse that of a Service".formatted(name.text()),
                    fixes);
        }
    }

    private static void checkDuplicateKeys(ManifestValue value, int depth, LintCheckContext context) {
        if (depth > 60) {
            return;
        }
        value.duplicateKeys().forEach(key -> context.addChoice("key-twice", key,
                "“%s” is written twice; the server refuses it, or the last one counts".formatted(key.text()),
                ObjectStructureLintFixes.keepOneEntry(value, key)));
        value.entries().forEach(entry -> checkDuplicateKeys(entry.value(), depth + 1, context));
        value.items().forEach(item -> checkDuplicateKeys(item, depth + 1, context));
    }

    @Override
    public void checkContainer(PodTemplateContainer container, ManifestPodTemplate template, LintCheckContext context) {
        if (!template.complete()) {
            return;
        }
        for (var entry : container.value().entries()) {
            context.facts().findMistake("containerFields", entry.name())
                    .ifPresent(nameMistake -> context.addFinding("field-misplaced",
                            entry.key(),
                            "“%s” is no field of a container: %s".formatted(entry.name(), nameMistake.reason()),
                            ObjectStructureLintFixes.moveField(entry, container, template)));
        }
    }

    @Override
    public void checkTemplate(ManifestPodTemplate template, LintCheckContext context) {
        if (!template.complete()) {
            return;
        }
        for (var entry : template.spec().entries()) {
            context.facts().findMistake("podFields", entry.name())
                    .ifPresent(nameMistake -> reportMisplaced(entry, template,
                            "“%s” is no field of a pod: %s".formatted(entry.name(), nameMistake.reason()), context));
        }
    }

    private static void reportMisplaced(ManifestValue.MappingEntry entry, ManifestPodTemplate template, String reason,
            LintCheckContext context) {
        var raised = OF_WORKLOADS.contains(entry.name()) ? ObjectStructureLintFixes.moveToWorkload(entry, template)
                : Optional.<LintFix>empty();
        var fixes = OF_WORKLOADS.contains(entry.name()) ? List.<LintFix>of()
                : ObjectStructureLintFixes.moveField(entry, template);
        boolean one = fixes.size() == 1;
        context.addFinding("field-misplaced", entry.key().position(), reason,
                one ? Optional.of(fixes.getFirst()) : raised,
                one ? List.of() : fixes);
    }
}
