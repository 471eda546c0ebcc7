package tessera.lint.mend;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import tessera.lint.finding.Edit;
import tessera.lint.finding.Fix;
import tessera.lint.source.Edits;
import tessera.lint.source.Grafts;
import tessera.lint.source.Value;
import tessera.lint.subject.KubeObject;

/** Edits of workloads and of the services by which their pods find one another. */
public final class Works {

    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;
    /** What a Deployment has and a Job has not. */
    private static final Set<String> OF_DEPLOYMENTS = Set.of("replicas", "selector", "strategy", "minReadySeconds",
            "revisionHistoryLimit", "progressDeadlineSeconds", "paused");
    private static final String ONCE = "1";
    private static final int RENDEZVOUS = 29_500;

    private Works() {}

    /** A Job in place of a Deployment of one pod. */
    public static Optional<Fix> job(KubeObject deployment) {
        var spec = deployment.at("spec");
        var replicas = spec.at("replicas");
        if (deployment.live() || (replicas.present() && !replicas.text().equals(ONCE))) {
            return Optional.empty();
        }
        var edits = new ArrayList<Edit>();
        spec.entries().stream().filter(entry -> OF_DEPLOYMENTS.contains(entry.name()))
                .forEach(entry -> edits.addAll(Edits.remove(entry.value())));
        var never = Grafts.merge(spec.at("template", "spec"), JSON.objectNode().put("restartPolicy", "Never"));
        edits.addAll(never);
        return Edits.fix("Make a Job of it", Edits.replace(deployment.at("apiVersion"), "batch/v1"),
                Edits.replace(deployment.at("kind"), "Job"), never.isEmpty() ? List.of() : edits);
    }

    /** One pod in place of several that know nothing of one another. */
    public static Optional<Fix> one(KubeObject job) {
        var edits = new ArrayList<Edit>(Edits.replace(job.at("spec", "parallelism"), ONCE));
        var completions = job.at("spec", "completions");
        if (completions.present()) {
            edits.addAll(Edits.replace(completions, ONCE));
        }
        return Edits.fix("Start one launcher", edits);
    }

    /** Pods that have names of their own by a Service that is there. */
    public static Optional<Fix> named(Value holder, String key, String service) {
        return holder.at(key).written() ? Optional.empty()
                : Edits.fix("Name the Service “%s”".formatted(service),
                        Edits.insert(holder, key, JSON.textNode(service)));
    }

    /** The same by a new Service, which they have before they are ready: until then they wait for one another. */
    public static Optional<Fix> met(Value holder, String key, Map<String, String> labels, KubeObject object) {
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
                : Edits.fix("Add the Service “%s”".formatted(object.name()),
                        Edits.insert(holder, key, JSON.textNode(object.name())),
                        Grafts.document(object.root(), service));
    }

    /** A service whose pods have names of their own. */
    public static Optional<Fix> headless(Value spec) {
        var type = spec.at("type");
        var none = Grafts.merge(spec, JSON.objectNode().put("clusterIP", "None"));
        return type.present() && !type.text().equals("ClusterIP")
                ? Edits.fix("Give it no address", none, Edits.replace(type, "ClusterIP"))
                : Edits.fix("Give it no address", none);
    }
}
