package tessera.lint.rule;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import tessera.lint.finding.LintFix;
import tessera.lint.fix.WorkloadLintFixes;
import tessera.lint.manifest.ManifestKubernetesObject;
import tessera.lint.manifest.ManifestKubernetesObject.ManifestPodTemplate;
import tessera.lint.manifest.PodTemplateContainer;
import tessera.lint.source.ManifestSourceEditor;
import tessera.lint.source.ManifestValue;
import tessera.lint.source.YamlBlockEditor;
import tessera.text.MessageCatalog;

/** Checks that pods of joint training have names by which they find one another. */
final class TrainingPeerNameLintChecks implements LintCheck {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(TrainingPeerNameLintChecks.class);
    private static final String RULE = "peers-without-names";
    private static final Pattern SEVERAL_NODES = Pattern.compile(".*--nnodes[= ](?!1(?:\\s|$)).*", Pattern.DOTALL);
    private static final Pattern SEVERAL = Pattern.compile("[2-9]|\\d{2,}");
    private static final String INDEXED = "Indexed";
    private static final String INDEX = "JOB_COMPLETION_INDEX";
    /** Without what a shell takes in place of it. */
    private static final Pattern ASKED = Pattern.compile(INDEX + "(?!:?-)");
    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;
    private static final String JOB_NAME = "batch.kubernetes.io/job-name";

    @Override
    public void checkObject(ManifestKubernetesObject object, LintCheckContext context) {
        var spec = object.at("spec");
        WorkloadLintChecks.jobSpecs(object).filter(job -> !WorkloadLintChecks.indexedByDefault(object, job))
                .forEach(job -> checkIndexed(job, context));
        if (object.isKind("apps", "StatefulSet")) {
            checkServiceName(object, context);
        }
        if (object.isKind("apps", "StatefulSet") && isSeveral(spec.at("replicas"))
                && !spec.at("serviceName").isPresent()
                && containersOf(object).anyMatch(TrainingWorkloadLintChecks::isTraining)) {
            context.addChoice(RULE, spec, new LintWorkloadReason.PeersWithoutNames("serviceName"),
                    serviceFixes(spec, "serviceName", labelsOf(spec.at("selector", "matchLabels")), object, context));
        }
        if (object.isKind("batch", "Job") && isSeveral(spec.at("parallelism"))
                && spec.at("completionMode").text().equals(INDEXED)) {
            object.templates().stream().filter(TrainingPeerNameLintChecks::runsDistributed).findFirst()
                    .ifPresent(template -> context.addChoice(RULE, template.spec(),
                            new LintWorkloadReason.PeersWithoutNames("subdomain"), serviceFixes(template.spec(),
                                    "subdomain", Map.of(JOB_NAME, object.name()), object, context)));
        }
    }

    /** Checks that a job is Indexed where its pods use their index. */
    private static void checkIndexed(ManifestValue job, LintCheckContext context) {
        var mode = job.at("completionMode");
        if (mode.text().equals(INDEXED) || mode.isTemplated()) {
            return;
        }
        job.at("template", "spec", "containers").items().stream().flatMap(TrainingPeerNameLintChecks::indexReferences)
                .findFirst().ifPresent(
                        value -> context.addFinding("index-missing", value, new LintWorkloadReason.NoCompletionIndex(),
                                mode.isPresent()
                                        ? ManifestSourceEditor.fixOf(MESSAGES.text("fix.write.indexed"),
                                                ManifestSourceEditor.replace(mode, INDEXED))
                                        : ManifestSourceEditor.fixOf(MESSAGES.text("fix.write.indexed"), YamlBlockEditor
                                                .mergeTree(job, JSON.objectNode().put("completionMode", INDEXED)))));
    }

    /** Returns the places at which a container gets or reads its index. */
    private static Stream<ManifestValue> indexReferences(ManifestValue container) {
        return Stream.concat(
                container.at("env").items().stream().map(value -> value.at("valueFrom", "fieldRef", "fieldPath"))
                        .filter(path -> path.text().contains("batch.kubernetes.io/job-completion-index")),
                Stream.of("command", "args").flatMap(part -> container.at(part).items().stream())
                        .filter(word -> lacksIndex(word, container)));
    }

    private static boolean lacksIndex(ManifestValue word, ManifestValue container) {
        return ASKED.matcher(word.text()).find()
                && container.at("env").items().stream().noneMatch(value -> value.at("name").text().equals(INDEX));
    }

    /** Checks the service name of a set against the Service in the manifest for its pods. */
    private static void checkServiceName(ManifestKubernetesObject set, LintCheckContext context) {
        var name = set.at("spec", "serviceName");
        if (!name.isPresent() || name.isTemplated()
                || context.objects("", "Service").anyMatch(service -> service.name().equals(name.text()))) {
            return;
        }
        findHeadlessService(labelsOf(set.at("spec", "selector", "matchLabels")), context).ifPresent(
                there -> context.addChoice(RULE, name, new LintWorkloadReason.OtherHeadlessService(there, name.text()),
                        ManifestSourceEditor.availableFixes(ManifestSourceEditor
                                .fixOf(MESSAGES.text("fix.write", there), ManifestSourceEditor.replace(name, there)))));
    }

    private static Optional<String> findHeadlessService(Map<String, String> labels, LintCheckContext context) {
        return context.objects("", "Service").filter(service -> service.at("spec", "clusterIP").text().equals("None"))
                .filter(service -> labelsOf(service.at("spec", "selector")).equals(labels))
                .map(ManifestKubernetesObject::name).findFirst();
    }

    private static boolean isSeveral(ManifestValue count) {
        return SEVERAL.matcher(count.text()).matches();
    }

    private static Stream<PodTemplateContainer> containersOf(ManifestKubernetesObject object) {
        return object.templates().stream().flatMap(template -> template.containers().stream());
    }

    private static boolean runsDistributed(ManifestPodTemplate template) {
        return !template.spec().at("subdomain").isPresent() && template.containers().stream()
                .anyMatch(container -> SEVERAL_NODES.matcher(container.commandText()).matches());
    }

    private static Map<String, String> labelsOf(ManifestValue written) {
        var labels = new LinkedHashMap<String, String>();
        written.entries().forEach(label -> labels.put(label.name(), label.value().text()));
        return labels;
    }

    /** Returns fixes by a Service that is there already, or by a new one. */
    private static List<LintFix> serviceFixes(ManifestValue holder, String key, Map<String, String> labels,
            ManifestKubernetesObject object, LintCheckContext context) {
        return findHeadlessService(labels, context).flatMap(name -> WorkloadLintFixes.useService(holder, key, name))
                .or(() -> WorkloadLintFixes.addService(holder, key, labels, object)).stream().toList();
    }
}
