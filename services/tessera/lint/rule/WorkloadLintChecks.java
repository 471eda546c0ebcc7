package tessera.lint.rule;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import tessera.kube.names.NameFormatRules;
import tessera.lint.finding.LintFix;
import tessera.lint.finding.TextEdit;
import tessera.lint.fix.ResourceRequestLintFixes;
import tessera.lint.manifest.ContainerResourceRequest;
import tessera.lint.manifest.ManifestKubernetesObject;
import tessera.lint.manifest.ManifestKubernetesObject.ManifestPodTemplate;
import tessera.lint.source.ManifestSourceEditor;
import tessera.lint.source.ManifestValue;
import tessera.lint.source.YamlBlockEditor;
import tessera.text.MessageCatalog;

/** Checks that workloads of the usual kinds are complete, and can be rolled out where GPUs are scarce. */
final class WorkloadLintChecks implements LintCheck {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(WorkloadLintChecks.class);
    private static final Set<String> SELECTING = Set.of("Deployment", "StatefulSet", "DaemonSet", "ReplicaSet");
    private static final String JOB_SETS = "jobset.x-k8s.io";
    private static final int PATIENT = 1200;
    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

    @Override
    public void checkObject(ManifestKubernetesObject object, LintCheckContext context) {
        boolean selecting = object.group().equals("apps") && SELECTING.contains(object.kind());
        if (selecting) {
            checkSelector(object, context);
        }
        if (selecting || object.isKind("batch", "Job")) {
            checkRestartPolicy(object.at("spec"), object.at("spec", "template"), object, context);
        }
        jobSpecs(object).forEach(job -> {
            checkIndexed(object, job, context);
            if (!object.isLive() && !indexedByDefault(object, job)) {
                ManifestFieldRelationRules.checkRelations(job, "@job", context);
            }
        });
        if (object.isKind("batch", "CronJob")) {
            checkRestartPolicy(object.at("spec", "jobTemplate", "spec"),
                    object.at("spec", "jobTemplate", "spec", "template"), object, context);
        }
        if (object.isKind(JOB_SETS, "JobSet")) {
            // Its controller fills in what is left open.
            jobSpecs(object).filter(job -> job.at("template", "spec", "restartPolicy").isPresent())
                    .forEach(job -> checkRestartPolicy(job, job.at("template"), object, context));
        }
        if (object.isKind("apps", "Deployment")) {
            checkRollout(object, context);
        }
    }

    /** Returns the job specifications that an object contains. */
    static Stream<ManifestValue> jobSpecs(ManifestKubernetesObject object) {
        if (object.isKind("batch", "Job")) {
            return Stream.of(object.at("spec"));
        }
        if (object.isKind("batch", "CronJob")) {
            return Stream.of(object.at("spec", "jobTemplate", "spec"));
        }
        if (object.isKind(JOB_SETS, "JobSet")) {
            return object.at("spec", "replicatedJobs").items().stream().map(job -> job.at("template", "spec"));
        }
        return Stream.empty();
    }

    /** Returns whether a job is Indexed by default, as the JobSet controller makes its jobs. */
    static boolean indexedByDefault(ManifestKubernetesObject object, ManifestValue job) {
        return object.isKind(JOB_SETS, "JobSet") && !job.at("completionMode").isPresent();
    }

    private static void checkIndexed(ManifestKubernetesObject object, ManifestValue job, LintCheckContext context) {
        boolean indexed = job.at("completionMode").text().equals("Indexed") || indexedByDefault(object, job);
        // Without both numbers each is 1.
        if (indexed && !job.at("completions").isPresent() && job.at("parallelism").isPresent()) {
            var together = job.at("parallelism").text();
            var count = together.matches("\\d{1,9}") ? Integer.parseInt(together) : 1;
            context.addFinding("completions-missing", job.at("parallelism"),
                    new LintWorkloadReason.CompletionsMissing(),
                    job.at("completions").isWritten() ? Optional.empty()
                            : ManifestSourceEditor.fixOf(MESSAGES.text("fix.write", count),
                                    ManifestSourceEditor.insertEntry(job, "completions", JSON.numberNode(count))));
        }
    }

    private static void checkSelector(ManifestKubernetesObject object, LintCheckContext context) {
        var selector = object.at("spec", "selector");
        var template = object.at("spec", "template");
        if (!template.isPresent()) {
            return;
        }
        boolean everything = selector.isMap() && selector.entries().stream()
                .allMatch(entry -> entry.value().entries().isEmpty() && entry.value().items().isEmpty());
        if (!selector.isPresent() || everything) {
            var labels = JSON.objectNode();
            template.at("metadata", "labels").entries()
                    .forEach(label -> labels.put(label.name(), label.value().text()));
            context.addFinding("selector-missing", object.at("spec"),
                    new LintWorkloadReason.WorkloadSelectorMissing(object.kind()),
                    selectorFix(selector, labels, object));
            return;
        }
        var labels = template.at("metadata", "labels");
        var missing = selector.at("matchLabels").entries().stream()
                .filter(label -> !labels.at(label.name()).text().equals(label.value().text())).toList();
        if (!missing.isEmpty()) {
            context.addFinding("selector-mismatch", selector,
                    new LintWorkloadReason.WorkloadSelectorMismatch(
                            missing.stream().map(one -> one.name() + "=" + one.value().text()).toList()),
                    addTemplateLabels(template, missing));
        }
    }

    private static Optional<LintFix> selectorFix(ManifestValue selector, ObjectNode labels,
            ManifestKubernetesObject object) {
        if (selector.isWritten() && !selector.isMap()) {
            return Optional.empty();
        }
        if (labels.isEmpty()) {
            return addNameLabel(object);
        }
        return ManifestSourceEditor.fixOf(MESSAGES.text("fix.select.labels"), addSelector(object, labels));
    }

    private static List<TextEdit> addSelector(ManifestKubernetesObject object, ObjectNode labels) {
        return YamlBlockEditor.mergeTree(object.at("spec"),
                JSON.objectNode().set("selector", JSON.objectNode().set("matchLabels", labels)));
    }

    /** Returns a fix that gives unlabelled pods the workload's name as label, and selects it. */
    private static Optional<LintFix> addNameLabel(ManifestKubernetesObject object) {
        var name = object.at("metadata", "name");
        var metadata = object.at("spec", "template", "metadata");
        if (name.text().isEmpty() || !NameFormatRules.isLabelValue(name.text()) || metadata.at("labels").isWritten()) {
            return Optional.empty();
        }
        var labels = JSON.objectNode().put("app", name.text());
        List<TextEdit> given;
        if (metadata.isMap()) {
            given = ManifestSourceEditor.insertEntry(metadata, "labels", labels);
        } else if (metadata.isWritten()) {
            given = List.<TextEdit>of();
        } else {
            given = ManifestSourceEditor.insertEntry(object.at("spec", "template"), "metadata",
                    JSON.objectNode().set("labels", labels));
        }
        if (given.isEmpty()) {
            return Optional.empty();
        }
        return ManifestSourceEditor.fixOf(MESSAGES.text("fix.label.select", name.text()), given,
                addSelector(object, labels));
    }

    /** Returns a fix that adds the selected labels to the template. */
    private static Optional<LintFix> addTemplateLabels(ManifestValue template,
            List<ManifestValue.MappingEntry> missing) {
        var tree = JSON.objectNode();
        var labels = tree.putObject("metadata").putObject("labels");
        missing.forEach(label -> labels.put(label.name(), label.value().text()));
        return ManifestSourceEditor.fixOf(MESSAGES.text("fix.label.pods"), YamlBlockEditor.mergeTree(template, tree));
    }

    private static void checkRestartPolicy(ManifestValue spec, ManifestValue template, ManifestKubernetesObject object,
            LintCheckContext context) {
        var misplaced = spec.at("restartPolicy");
        if (misplaced.isPresent()) {
            context.addFinding("field-misplaced", misplaced, new LintWorkloadReason.RestartPolicyMisplaced(),
                    ManifestSourceEditor.fixOf(MESSAGES.text("fix.remove"), ManifestSourceEditor.remove(misplaced)));
        }
        var pods = template.at("spec");
        var policy = pods.at("restartPolicy");
        boolean ends = !object.group().equals("apps");
        if (ends && pods.isMap() && (!policy.isPresent() || policy.text().matches("Always|"))) {
            context.addFinding("restart-policy", policy.isPresent() ? policy : pods,
                    new LintWorkloadReason.JobRestartPolicy(), restartPolicyFix(policy, pods));
        }
        if (!ends && policy.isPresent() && !policy.text().equals("Always")) {
            context.addFinding("restart-policy", policy,
                    new LintWorkloadReason.AlwaysRestarted(object.kind(), policy.text()),
                    ManifestSourceEditor.fixOf(MESSAGES.text("fix.remove"), ManifestSourceEditor.remove(policy)));
        }
    }

    private static Optional<LintFix> restartPolicyFix(ManifestValue policy, ManifestValue pods) {
        if (policy.isPresent()) {
            return ManifestSourceEditor.fixOf(MESSAGES.text("fix.write.never"),
                    ManifestSourceEditor.replace(policy, "Never"));
        }
        if (policy.isWritten()) {
            return Optional.empty();
        }
        return ManifestSourceEditor.fixOf(MESSAGES.text("fix.write.never"),
                ManifestSourceEditor.insertEntry(pods, "restartPolicy", JSON.textNode("Never")));
    }

    private static void checkRollout(ManifestKubernetesObject object, LintCheckContext context) {
        boolean devices = object.templates().stream()
                .anyMatch(template -> PodSecurityLintChecks.asksForDevices(template, context));
        if (checkStuckRollout(object, context) || !devices) {
            return;
        }
        var strategy = object.at("spec", "strategy");
        var surge = strategy.at("rollingUpdate", "maxSurge");
        var unavailable = strategy.at("rollingUpdate", "maxUnavailable").text();
        boolean rolls = !strategy.at("type").text().equals("Recreate");
        // A quarter of four and more is at least one.
        boolean gives = unavailable.matches("[1-9]\\d*%?")
                || (unavailable.isEmpty() && object.at("spec", "replicas").text().matches("[4-9]|\\d{2,}"));
        if (rolls && !gives) {
            context.addFinding("rollout-needs-spare-gpu", strategy.isPresent() ? strategy : object.at("spec"),
                    new LintWorkloadReason.RolloutRequiresGpu(),
                    strategy.isWritten() ? Optional.empty()
                            : ManifestSourceEditor.fixOf(MESSAGES.text("fix.old.pod.first"), ManifestSourceEditor
                                    .insertEntry(object.at("spec"), "strategy", rollingUpdateNode())));
        } else if (rolls && !unavailable.isEmpty() && surge.isPresent() && !surge.text().matches("0%?")) {
            context.addFinding("rollout-needs-spare-gpu", surge, new LintWorkloadReason.SurgeRequiresGpu(),
                    ManifestSourceEditor.fixOf(MESSAGES.text("fix.write.zero"),
                            ManifestSourceEditor.replace(surge, "0")));
        }
        var deadline = object.at("spec", "progressDeadlineSeconds");
        if (!object.isLive() && deadline.text().matches("\\d{1,9}") && Integer.parseInt(deadline.text()) < PATIENT) {
            context.addFinding("deadline-short", deadline,
                    new LintWorkloadReason.ShortProgressDeadline(deadline.text()),
                    ManifestSourceEditor.fixOf(MESSAGES.text("fix.write", PATIENT),
                            ManifestSourceEditor.replace(deadline, Integer.toString(PATIENT))));
        }
    }

    /** Checks for a rollout in which a pod may neither go first nor be added, and returns whether it is one. */
    private static boolean checkStuckRollout(ManifestKubernetesObject object, LintCheckContext context) {
        var rolling = object.at("spec", "strategy", "rollingUpdate");
        var unavailable = rolling.at("maxUnavailable");
        boolean stuck = Stream.of(unavailable, rolling.at("maxSurge")).allMatch(share -> share.text().matches("0+%?"));
        if (stuck) {
            context.addFinding("value-refused", unavailable, new LintWorkloadReason.StuckRollout(), ManifestSourceEditor
                    .fixOf(MESSAGES.text("fix.one.pod.first"), ManifestSourceEditor.replace(unavailable, "1")));
        }
        return stuck;
    }

    private static JsonNode rollingUpdateNode() {
        var strategy = JSON.objectNode().put("type", "RollingUpdate");
        strategy.putObject("rollingUpdate").put("maxSurge", 0).put("maxUnavailable", 1);
        return strategy;
    }

    @Override
    public void checkTemplate(ManifestPodTemplate template, LintCheckContext context) {
        if (!template.complete() || !PodSecurityLintChecks.asksForDevices(template, context)) {
            return;
        }
        for (var container : template.containers()) {
            boolean devices = context.countDevices(container) > 0;
            var missing = List.of("cpu", "memory").stream()
                    .filter(name -> container.requests().stream().map(ContainerResourceRequest::resource)
                            .noneMatch(name::equals))
                    .filter(name -> !template.spec().at("resources", "requests", name).isPresent()).toList();
            if (devices && !missing.isEmpty()) {
                context.addChoice("processor-or-memory-missing", container.value(),
                        new LintWorkloadReason.MissingCpuOrMemory(container.subjectText(), missing),
                        ManifestSourceEditor.availableFixes(ResourceRequestLintFixes.addUsualAmounts(container,
                                List.of("requests"), missing, context.countDevices(container))));
            }
        }
    }
}
