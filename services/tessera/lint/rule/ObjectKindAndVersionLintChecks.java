package tessera.lint.rule;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import tessera.kube.names.NameFormatRules;
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
import tessera.text.MessageCatalog;
import tessera.text.Reason;

/** Checks that a text holds objects, of versions that are served, with keys where they belong. */
final class ObjectKindAndVersionLintChecks implements LintCheck {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(ObjectKindAndVersionLintChecks.class);
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
            context.addFinding("manifest-empty", new TextPosition(1, 1), new LintStructureReason.NoObjectInText(),
                    Optional.empty());
        }
        context.manifest().otherDocuments().forEach(misplaced -> {
            switch (ToolConfigFileKind.of(misplaced)) {
                case CONTAINER_RUNTIME -> context.addFinding("runtime-config-foreign", misplaced.position(),
                        new LintStructureReason.DockerConfig(), Optional.empty());
                case CHART_VALUES ->
                    context.addFinding("values-unrendered", misplaced, new LintStructureReason.UnrenderedValues());
                case NONE -> context.addChoice("object-incomplete", misplaced, incompleteReason(misplaced),
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
                    new LintStructureReason.UnrenderedTemplate(problem.reason()), Optional.empty());
        } else {
            context.addFinding("yaml-broken", problem.position(), new LintStructureReason.BrokenYaml(problem.reason()),
                    ObjectStructureLintFixes.replaceTabs(context.manifest().source()));
        }
    }

    private static LintStructureReason incompleteReason(ManifestValue misplaced) {
        if (misplaced.isMap()) {
            return new LintStructureReason.MissingKind();
        }
        if (misplaced.items().stream().anyMatch(item -> item.at("kind").isPresent())) {
            return new LintStructureReason.PlainObjectList();
        }
        return new LintStructureReason.NotAnObject();
    }

    @Override
    public void checkObject(ManifestKubernetesObject object, LintCheckContext context) {
        var outdatedApiVersion = context.facts().findApi(object.apiVersion(), object.kind()).orElse(null);
        if (outdatedApiVersion != null) {
            var written = ManifestSourceEditor
                    .fixOf(MESSAGES.text("fix.write", outdatedApiVersion.replacement()),
                            ManifestSourceEditor.replace(object.at("apiVersion"), outdatedApiVersion.replacement()))
                    .filter(_ -> outdatedApiVersion.same());
            context.addFinding(outdatedApiVersion.legacy() ? "api-legacy" : "api-removed",
                    object.at("apiVersion").position(), new LintFieldReason.KnownFact(outdatedApiVersion.reason()),
                    written.filter(_ -> !outdatedApiVersion.legacy()),
                    object.kind().equals("MPIJob")
                            ? ManifestSourceEditor.availableFixes(ObjectStructureLintFixes.toMpiOperator(object))
                            : ManifestSourceEditor.availableFixes(written.filter(_ -> outdatedApiVersion.legacy())));
        }
        if (object.name().isEmpty() && object.root().at("spec").isPresent()) {
            context.addChoice("object-incomplete", object.root(), new LintStructureReason.MissingObjectName(),
                    ManifestSourceEditor.availableFixes(ObjectStructureLintFixes.addName(object)));
        }
        var name = object.at("metadata", "name");
        checkName(object, context);
        if (name.isPresent() && !name.isTemplated() && !object.apiVersion().startsWith("rbac.authorization.k8s.io/")
                && !NameFormatRules.isSubdomain(name.text())) {
            context.addChoice("name-invalid", name, new LintStructureReason.InvalidObjectName(name.text()),
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
                    .ifPresent(problem -> context.addChoice("name-invalid", namespace, problem,
                            ManifestSourceEditor.availableFixes(ObjectStructureLintFixes.toDnsLabel(namespace))));
        }
        var name = object.at("metadata", "name");
        if (object.isKind("", "Service") && NameFormatRules.isLabel(name.text())
                && Character.isDigit(name.text().charAt(0))) {
            checkLeadingDigit(name, context);
        }
        if (object.isKind("batch", "CronJob") && name.text().length() > LONGEST_CRON_JOB && !name.isTemplated()) {
            context.addChoice("name-invalid", name,
                    new LintStructureReason.LongCronJobName(name.text(), LONGEST_CRON_JOB),
                    ManifestSourceEditor.availableFixes(
                            ManifestSourceEditor.fixOf(MESSAGES.text("fix.shorten"), ManifestSourceEditor.replace(name,
                                    name.text().substring(0, LONGEST_CRON_JOB).replaceFirst("(?<![-.])[-.]++$", "")))));
        }
    }

    /** Checks a leading digit, which servers accept from 1.36 on. */
    private static void checkLeadingDigit(ManifestValue name, LintCheckContext context) {
        var server = context.cluster().map(ManifestTargetCluster::server).orElse(ServerVersion.UNKNOWN);
        var fixes = ManifestSourceEditor
                .availableFixes(ManifestSourceEditor.fixOf(MESSAGES.text("fix.rename.letter", name.text()),
                        ManifestSourceEditor.replace(name, "s" + name.text())));
        if (server.isOlderThan(DIGITS)) {
            context.addChoice("name-invalid", name, new LintStructureReason.InvalidServiceName(name.text()), fixes);
        } else if (!server.isAtLeast(DIGITS)) {
            context.addDoubt("name-invalid", name, LintSeverity.HINT,
                    new LintStructureReason.DigitServiceName(name.text()), fixes);
        }
    }

    private static void checkDuplicateKeys(ManifestValue value, int depth, LintCheckContext context) {
        if (depth > 60) {
            return;
        }
        value.duplicateKeys().forEach(key -> context.addChoice("key-twice", key,
                new LintStructureReason.DuplicateKey(key.text()), ObjectStructureLintFixes.keepOneEntry(value, key)));
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
                    .ifPresent(nameMistake -> context.addFinding("field-misplaced", entry.key(),
                            new LintStructureReason.FieldNotOfContainer(entry.name(), nameMistake.reason()),
                            ObjectStructureLintFixes.moveField(entry, container, template)));
        }
    }

    @Override
    public void checkTemplate(ManifestPodTemplate template, LintCheckContext context) {
        if (!template.complete()) {
            return;
        }
        for (var entry : template.spec().entries()) {
            context.facts().findMistake("podFields", entry.name()).ifPresent(nameMistake -> reportMisplaced(entry,
                    template, new LintStructureReason.FieldNotOfPod(entry.name(), nameMistake.reason()), context));
        }
    }

    private static void reportMisplaced(ManifestValue.MappingEntry entry, ManifestPodTemplate template, Reason reason,
            LintCheckContext context) {
        if (OF_WORKLOADS.contains(entry.name())) {
            context.addFinding("field-misplaced", entry.key().position(), reason,
                    ObjectStructureLintFixes.moveToWorkload(entry, template));
            return;
        }
        var fixes = ObjectStructureLintFixes.moveField(entry, template);
        var only = fixes.stream().filter(_ -> fixes.size() == 1).findFirst();
        context.addFinding("field-misplaced", entry.key().position(), reason, only,
                only.isPresent() ? List.of() : fixes);
    }
}
