package tessera.lint.rule;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import tessera.lint.finding.LintFix;
import tessera.lint.finding.TextEdit;
import tessera.lint.fix.RequestFixes;
import tessera.lint.manifest.KubeObject;
import tessera.lint.manifest.PodTemplate;
import tessera.lint.source.ManifestEditor;
import tessera.lint.source.ManifestValue;
import tessera.lint.source.YamlInsertions;

/** Whether workloads of the usual kinds are whole, and can be rolled out where GPUs are scarce. */
final class WorkloadChecks implements LintCheck {

    private static final Pattern LABEL = Pattern.compile("[A-Za-z0-9]([-A-Za-z0-9_.]{0,61}[A-Za-z0-9])?");

    private static final Set<String> SELECTING = Set.of("Deployment", "StatefulSet", "DaemonSet", "ReplicaSet");
    private static final String JOB_SETS = "jobset.x-k8s.io";
    private static final int PATIENT = 1200;
    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

    @Override
    public void object(KubeObject object, CheckContext look) {
        boolean selecting = object.group().equals("apps") && SELECTING.contains(object.kind());
        if (selecting) {
            selector(object, look);
        }
        if (selecting || object.is("batch", "Job")) {
            restart(object.at("spec"), object.at("spec", "template"), object, look);
        }
        jobs(object).forEach(job -> {
            indexed(object, job, look);
            if (!object.live() && !indexedByDefault(object, job)) {
                FieldRelations.check(job, "@job", look);
            }
        });
        if (object.is("batch", "CronJob")) {
            restart(object.at("spec", "jobTemplate", "spec"), object.at("spec", "jobTemplate", "spec", "template"),
                    object, look);
        }
        if (object.is(JOB_SETS, "JobSet")) {
            // Its controller fills in what is left open.
            jobs(object).filter(job -> job.at("template", "spec", "restartPolicy").present())
                    .forEach(job -> restart(job, job.at("template"), object, look));
        }
        if (object.is("apps", "Deployment")) {
            rollout(object, look);
        }
    }

    /** The specifications of the jobs that follow from an object. */
    static Stream<ManifestValue> jobs(KubeObject object) {
        return object.is("batch", "Job") ? Stream.of(object.at("spec"))
                : object.is("batch", "CronJob") ? Stream.of(object.at("spec", "jobTemplate", "spec"))
                        : object.is(JOB_SETS, "JobSet")
                                ? object.at("spec", "replicatedJobs").items().stream()
                                        .map(job -> job.at("template", "spec"))
                                : Stream.empty();
    }

    /** Whether a job is Indexed although it does not say so: the controller of JobSets makes its jobs so. */
    static boolean indexedByDefault(KubeObject object, ManifestValue job) {
        return object.is(JOB_SETS, "JobSet") && !job.at("completionMode").present();
    }

    private static void indexed(KubeObject object, ManifestValue job, CheckContext look) {
        boolean indexed = job.at("completionMode").text().equals("Indexed") || indexedByDefault(object, job);
        // Without both numbers each is 1.
        if (indexed && !job.at("completions").present() && job.at("parallelism").present()) {
            var together = job.at("parallelism").text();
            var count = together.matches("\\d{1,9}") ? Integer.parseInt(together) : 1;
            look.note("completions-missing", job.at("parallelism"),
                    "An indexed job says how many pods it has, by completions; without it is refused",
                    job.at("completions").written() ? Optional.empty()
                            : ManifestEditor.fix("Write " + count,
                                    ManifestEditor.insert(job, "completions", JSON.numberNode(count))));
        }
    }

    private static void selector(KubeObject object, CheckContext look) {
        var selector = object.at("spec", "selector");
        var template = object.at("spec", "template");
        if (!template.present()) {
            return;
        }
        boolean everything = selector.isMap() && selector.entries().stream()
                .allMatch(entry -> entry.value().entries().isEmpty() && entry.value().items().isEmpty());
        if (!selector.present() || everything) {
            var labels = JSON.objectNode();
            template.at("metadata", "labels").entries()
                    .forEach(label -> labels.put(label.name(), label.value().text()));
            look.note("selector-missing", object.at("spec"),
                    "A %s without a selector is refused".formatted(object.kind()),
                    selector.written() && !selector.isMap() ? Optional.empty()
                            : labels.isEmpty() ? named(object)
                                    : ManifestEditor.fix("Select what the template has", selecting(object, labels)));
            return;
        }
        var labels = template.at("metadata", "labels");
        var missing = selector.at("matchLabels").entries().stream()
                .filter(label -> !labels.at(label.name()).text().equals(label.value().text())).toList();
        if (!missing.isEmpty()) {
            look.note("selector-mismatch", selector, "It selects %s, which its own pods do not have".formatted(
                    String.join(", ", missing.stream().map(one -> one.name() + "=" + one.value().text()).toList())),
                    labelled(template, missing));
        }
    }

    private static List<TextEdit> selecting(KubeObject object, ObjectNode labels) {
        return YamlInsertions.merge(object.at("spec"),
                JSON.objectNode().set("selector", JSON.objectNode().set("matchLabels", labels)));
    }

    /** Pods without labels get the name of what makes them as one, which is selected. */
    private static Optional<LintFix> named(KubeObject object) {
        var name = object.at("metadata", "name");
        var metadata = object.at("spec", "template", "metadata");
        if (!LABEL.matcher(name.text()).matches() || metadata.at("labels").written()) {
            return Optional.empty();
        }
        var labels = JSON.objectNode().put("app", name.text());
        var given = metadata.isMap() ? ManifestEditor.insert(metadata, "labels", labels)
                : metadata.written() ? List.<TextEdit>of()
                        : ManifestEditor.insert(object.at("spec", "template"), "metadata",
                                JSON.objectNode().set("labels", labels));
        return given.isEmpty() ? Optional.empty()
                : ManifestEditor.fix("Label its pods app=%s and select them".formatted(name.text()), given,
                        selecting(object, labels));
    }

    /** The labels that are selected, given to the template. */
    private static Optional<LintFix> labelled(ManifestValue template, List<ManifestValue.MappingEntry> missing) {
        var tree = JSON.objectNode();
        var labels = tree.putObject("metadata").putObject("labels");
        missing.forEach(label -> labels.put(label.name(), label.value().text()));
        return ManifestEditor.fix("Give its pods these labels", YamlInsertions.merge(template, tree));
    }

    private static void restart(ManifestValue spec, ManifestValue template, KubeObject object, CheckContext look) {
        var misplaced = spec.at("restartPolicy");
        if (misplaced.present()) {
            look.note("field-misplaced", misplaced, "restartPolicy belongs into the template of the pods, under spec",
                    ManifestEditor.fix("Take it away", ManifestEditor.remove(misplaced)));
        }
        var pods = template.at("spec");
        var policy = pods.at("restartPolicy");
        boolean ends = !object.group().equals("apps");
        if (ends && pods.isMap() && (!policy.present() || policy.text().matches("Always|"))) {
            look.note("restart-policy", policy.present() ? policy : pods,
                    "Pods of a job end: their restartPolicy is Never or OnFailure, and Always is refused",
                    policy.present() ? ManifestEditor.fix("Write Never", ManifestEditor.replace(policy, "Never"))
                            : policy.written() ? Optional.empty()
                                    : ManifestEditor.fix("Write Never",
                                            ManifestEditor.insert(pods, "restartPolicy", JSON.textNode("Never"))));
        }
        if (!ends && policy.present() && !policy.text().equals("Always")) {
            look.note("restart-policy", policy, "Pods of a %s are always restarted; %s is refused"
                    .formatted(object.kind(), policy.text()),
                    ManifestEditor.fix("Take it away", ManifestEditor.remove(policy)));
        }
    }

    private static void rollout(KubeObject object, CheckContext look) {
        boolean devices = object.templates().stream().anyMatch(template -> SafetyChecks.asksForDevices(template, look));
        if (stuck(object, look) || !devices) {
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
            look.note("rollout-needs-spare-gpu", strategy.present() ? strategy : object.at("spec"),
                    "A new pod has to find a free GPU before an old one goes: where all are taken the rollout waits for ever",
                    strategy.written() ? Optional.empty()
                            : ManifestEditor.fix("Let an old pod go first",
                                    ManifestEditor.insert(object.at("spec"), "strategy", first())));
        } else if (rolls && !unavailable.isEmpty() && surge.present() && !surge.text().matches("0%?")) {
            look.note("rollout-needs-spare-gpu", surge, "New pods beside the old ones take GPUs that may not be there",
                    ManifestEditor.fix("Write 0", ManifestEditor.replace(surge, "0")));
        }
        var deadline = object.at("spec", "progressDeadlineSeconds");
        if (!object.live() && deadline.text().matches("\\d{1,9}") && Integer.parseInt(deadline.text()) < PATIENT) {
            look.note("deadline-short", deadline,
                    "Images and models are large: after %s s a rollout counts as failed that is still loading"
                            .formatted(deadline.text()),
                    ManifestEditor.fix("Write " + PATIENT,
                            ManifestEditor.replace(deadline, Integer.toString(PATIENT))));
        }
    }

    /** Whether neither a pod may go first nor one come beside it. */
    private static boolean stuck(KubeObject object, CheckContext look) {
        var rolling = object.at("spec", "strategy", "rollingUpdate");
        var unavailable = rolling.at("maxUnavailable");
        boolean stuck = Stream.of(unavailable, rolling.at("maxSurge")).allMatch(share -> share.text().matches("0+%?"));
        if (stuck) {
            look.note("value-refused", unavailable,
                    "maxUnavailable and maxSurge cannot both be 0: no pod could be replaced",
                    ManifestEditor.fix("Let one pod go first", ManifestEditor.replace(unavailable, "1")));
        }
        return stuck;
    }

    private static JsonNode first() {
        var strategy = JSON.objectNode().put("type", "RollingUpdate");
        strategy.putObject("rollingUpdate").put("maxSurge", 0).put("maxUnavailable", 1);
        return strategy;
    }

    @Override
    public void template(PodTemplate template, CheckContext look) {
        if (!template.whole() || !SafetyChecks.asksForDevices(template, look)) {
            return;
        }
        for (var container : template.containers()) {
            boolean devices = look.devices(container) > 0;
            var missing = List.of("cpu", "memory").stream()
                    .filter(name -> container.asked().stream().noneMatch(asked -> asked.resource().equals(name)))
                    .filter(name -> !template.spec().at("resources", "requests", name).present()).toList();
            if (devices && !missing.isEmpty()) {
                look.offer("processor-or-memory-missing", container.value(),
                        "%s asks for a device and for no %s: it shares what others leave, and the device waits for it"
                                .formatted(container.called(), String.join(" and no ", missing)),
                        ManifestEditor.ways(
                                RequestFixes.usual(container, List.of("requests"), missing, look.devices(container))));
            }
        }
    }
}
