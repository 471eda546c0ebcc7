package tessera.lint.fix;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import tessera.lint.finding.LintFix;
import tessera.lint.finding.TextEdit;
import tessera.lint.manifest.ManifestKubernetesObject;
import tessera.lint.source.ManifestSourceEditor;
import tessera.lint.source.ManifestValue;
import tessera.lint.source.YamlBlockEditor;
import tessera.text.MessageCatalog;

/** Fixes for workloads and the services by which their pods find one another. */
public final class WorkloadLintFixes {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(WorkloadLintFixes.class);
    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;
    /** What a Deployment has and a Job has not. */
    private static final Set<String> OF_DEPLOYMENTS = Set.of("replicas", "selector", "strategy", "minReadySeconds",
            "revisionHistoryLimit", "progressDeadlineSeconds", "paused");
    private static final String ONCE = "1";
    private static final int RENDEZVOUS = 29_500;

    private WorkloadLintFixes() {}

    /** Returns a fix that turns a Deployment of one pod into a Job. */
    public static Optional<LintFix> toJob(ManifestKubernetesObject deployment) {
        var spec = deployment.at("spec");
        var replicas = spec.at("replicas");
        if (deployment.isLive() || (replicas.isPresent() && !replicas.text().equals(ONCE))) {
            return Optional.empty();
        }
        var edits = new ArrayList<TextEdit>();
        spec.entries().stream().filter(entry -> OF_DEPLOYMENTS.contains(entry.name()))
                .forEach(entry -> edits.addAll(ManifestSourceEditor.remove(entry.value())));
        var never = YamlBlockEditor.mergeTree(spec.at("template", "spec"),
                JSON.objectNode().put("restartPolicy", "Never"));
        edits.addAll(never);
        return ManifestSourceEditor.fixOf(MESSAGES.text("fix.to.job"),
                ManifestSourceEditor.replace(deployment.at("apiVersion"), "batch/v1"),
                ManifestSourceEditor.replace(deployment.at("kind"), "Job"), never.isEmpty() ? List.of() : edits);
    }

    /** Returns a fix to one pod in place of several that know nothing of one another. */
    public static Optional<LintFix> toSinglePod(ManifestKubernetesObject job) {
        var edits = new ArrayList<TextEdit>(ManifestSourceEditor.replace(job.at("spec", "parallelism"), ONCE));
        var completions = job.at("spec", "completions");
        if (completions.isPresent()) {
            edits.addAll(ManifestSourceEditor.replace(completions, ONCE));
        }
        return ManifestSourceEditor.fixOf(MESSAGES.text("fix.one.launcher"), edits);
    }

    /** Returns a fix that gives pods stable names by an existing Service. */
    public static Optional<LintFix> useService(ManifestValue holder, String key, String service) {
        if (holder.at(key).isWritten()) {
            return Optional.empty();
        }
        return ManifestSourceEditor.fixOf(MESSAGES.text("fix.use.service", service),
                ManifestSourceEditor.insertEntry(holder, key, JSON.textNode(service)));
    }

    /** Returns the same with a new Service that publishes pods before they are ready, as they wait for one another. */
    public static Optional<LintFix> addService(ManifestValue holder, String key, Map<String, String> labels,
            ManifestKubernetesObject object) {
        var service = JSON.objectNode().put("apiVersion", "v1").put("kind", "Service");
        var metadata = service.putObject("metadata").put("name", object.name());
        if (!object.namespace().isEmpty()) {
            metadata.put("namespace", object.namespace());
        }
        var spec = service.putObject("spec").put("clusterIP", "None").put("publishNotReadyAddresses", true);
        var selector = spec.putObject("selector");
        labels.forEach(selector::put);
        spec.putArray("ports").addObject().put("name", "rendezvous").put("port", RENDEZVOUS);
        if (object.name().isEmpty() || labels.isEmpty() || holder.at(key).isWritten()) {
            return Optional.empty();
        }
        return ManifestSourceEditor.fixOf(MESSAGES.text("fix.add.service", object.name()),
                ManifestSourceEditor.insertEntry(holder, key, JSON.textNode(object.name())),
                YamlBlockEditor.appendDocument(object.root(), service));
    }

    /** Returns a fix that makes a Service headless, so that its pods have names of their own. */
    public static Optional<LintFix> toHeadless(ManifestValue spec) {
        var type = spec.at("type");
        var none = YamlBlockEditor.mergeTree(spec, JSON.objectNode().put("clusterIP", "None"));
        if (type.isPresent() && !type.text().equals("ClusterIP")) {
            return ManifestSourceEditor.fixOf(MESSAGES.text("fix.headless"), none,
                    ManifestSourceEditor.replace(type, "ClusterIP"));
        }
        return ManifestSourceEditor.fixOf(MESSAGES.text("fix.headless"), none);
    }
}
