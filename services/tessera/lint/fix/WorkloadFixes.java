package tessera.lint.fix;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import tessera.lint.finding.LintFix;
import tessera.lint.finding.TextEdit;
import tessera.lint.manifest.KubeObject;
import tessera.lint.source.ManifestEditor;
import tessera.lint.source.ManifestValue;
import tessera.lint.source.YamlInsertions;

/** Edits of workloads and of the services by which their pods find one another. */
public final class WorkloadFixes {

    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;
    /** What a Deployment has and a Job has not. */
    private static final Set<String> OF_DEPLOYMENTS = Set.of("replicas", "selector", "strategy", "minReadySeconds",
            "revisionHistoryLimit", "progressDeadlineSeconds", "paused");
    private static final String ONCE = "1";
    private static final int RENDEZVOUS = 29_500;

    private WorkloadFixes() {}

    /** A Job in place of a Deployment of one pod. */
    public static Optional<LintFix> job(KubeObject deployment) {
        var spec = deployment.at("spec");
        var replicas = spec.at("replicas");
        if (deployment.live() || (replicas.present() && !replicas.text().equals(ONCE))) {
            return Optional.empty();
        }
        var edits = new ArrayList<TextEdit>();
        spec.entries().stream().filter(entry -> OF_DEPLOYMENTS.contains(entry.name()))
                .forEach(entry -> edits.addAll(ManifestEditor.remove(entry.value())));
        var never = YamlInsertions.merge(spec.at("template", "spec"), JSON.objectNode().put("restartPolicy", "Never"));
        edits.addAll(never);
        return ManifestEditor.fix("Make a Job of it", ManifestEditor.replace(deployment.at("apiVersion"), "batch/v1"),
                ManifestEditor.replace(deployment.at("kind"), "Job"), never.isEmpty() ? List.of() : edits);
    }

    /** One pod in place of several that know nothing of one another. */
    public static Optional<LintFix> one(KubeObject job) {
        var edits = new ArrayList<TextEdit>(ManifestEditor.replace(job.at("spec", "parallelism"), ONCE));
        var completions = job.at("spec", "completions");
        if (completions.present()) {
            edits.addAll(ManifestEditor.replace(completions, ONCE));
        }
        return ManifestEditor.fix("Start one launcher", edits);
    }

    /** Pods that have names of their own by a Service that is there. */
    public static Optional<LintFix> named(ManifestValue holder, String key, String service) {
        return holder.at(key).written() ? Optional.empty()
                : ManifestEditor.fix("Name the Service “%s”".formatted(service),
                        ManifestEditor.insert(holder, key, JSON.textNode(service)));
    }

    /** The same by a new Service, which they have before they are ready: until then they wait for one another. */
    public static Optional<LintFix> met(ManifestValue holder, String key, Map<String, String> labels,
            KubeObject object) {
        var service = JSON.objectNode().put("apiVersion", "v1").put("kind", "Service");
        var metadata = service.putObject("metadata").put("name", object.name());
        if (!object.namespace().isEmpty()) {
            metadata.put("namespace", object.namespace());
        }
        var spec = service.putObject("spec").put("clusterIP", "None").put("publishNotReadyAddresses", true);
        var selector = spec.putObject("selector");
        labels.forEach(selector::put);
        spec.putArray("ports").addObject().put("name", "rendezvous").put("port", RENDEZVOUS);
        return object.name().isEmpty() || labels.isEmpty() || holder.at(key).written() ? Optional.empty()
                : ManifestEditor.fix("Add the Service “%s”".formatted(object.name()),
                        ManifestEditor.insert(holder, key, JSON.textNode(object.name())),
                        YamlInsertions.document(object.root(), service));
    }

    /** A service whose pods have names of their own. */
    public static Optional<LintFix> headless(ManifestValue spec) {
        var type = spec.at("type");
        var none = YamlInsertions.merge(spec, JSON.objectNode().put("clusterIP", "None"));
        return type.present() && !type.text().equals("ClusterIP")
                ? ManifestEditor.fix("Give it no address", none, ManifestEditor.replace(type, "ClusterIP"))
                : ManifestEditor.fix("Give it no address", none);
    }
}
