package tessera.lint.rule;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import tessera.lint.finding.Fix;
import tessera.lint.mend.Works;
import tessera.lint.source.Edits;
import tessera.lint.source.Grafts;
import tessera.lint.source.Value;
import tessera.lint.subject.Container;
import tessera.lint.subject.KubeObject;
import tessera.lint.subject.PodTemplate;

/** Whether pods that train together have names by which they find one another. */
final class PeerChecks implements Check {

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
    public void object(KubeObject object, Look look) {
        var spec = object.at("spec");
        WorkloadChecks.jobs(object).filter(job -> !WorkloadChecks.indexedByDefault(object, job))
                .forEach(job -> numbered(job, look));
        if (object.is("apps", "StatefulSet")) {
            called(object, look);
        }
        if (object.is("apps", "StatefulSet") && several(spec.at("replicas")) && !spec.at("serviceName").present()
                && containers(object).anyMatch(TrainingChecks::trains)) {
            look.offer(RULE, spec, "Pods that train together find one another by name, and have names only with the "
                    + "serviceName of a headless Service",
                    ways(spec, "serviceName", labels(spec.at("selector", "matchLabels")), object, look));
        }
        if (object.is("batch", "Job") && several(spec.at("parallelism"))
                && spec.at("completionMode").text().equals(INDEXED)) {
            object.templates().stream().filter(PeerChecks::together).findFirst().ifPresent(template -> look.offer(RULE,
                    template.spec(), "Pods that train together find one another by name, and have names only with the "
                            + "subdomain of a headless Service",
                    ways(template.spec(), "subdomain", Map.of(JOB_NAME, object.name()), object, look)));
        }
    }

    /** Pods know which of a job they are only where they are numbered. */
    private static void numbered(Value job, Look look) {
        var mode = job.at("completionMode");
        if (mode.text().equals(INDEXED) || mode.unfilled()) {
            return;
        }
        job.at("template", "spec", "containers").items().stream().flatMap(PeerChecks::indices).findFirst()
                .ifPresent(place -> look.note("index-missing", place,
                        "Only pods of a job with completionMode: Indexed have an index; here it is empty",
                        mode.present() ? Edits.fix("Write Indexed", Edits.replace(mode, INDEXED))
                                : Edits.fix("Write Indexed",
                                        Grafts.merge(job, JSON.objectNode().put("completionMode", INDEXED)))));
    }

    /** Where a container is told its index, or asks for it. */
    private static Stream<Value> indices(Value container) {
        return Stream.concat(
                container.at("env").items().stream().map(each -> each.at("valueFrom", "fieldRef", "fieldPath"))
                        .filter(path -> path.text().contains("batch.kubernetes.io/job-completion-index")),
                Stream.of("command", "args").flatMap(part -> container.at(part).items().stream())
                        .filter(word -> ASKED.matcher(word.text()).find() && container.at("env").items().stream()
                                .noneMatch(each -> each.at("name").text().equals(INDEX))));
    }

    /** A set whose service is called otherwise than the one that stands beside it for its pods. */
    private static void called(KubeObject set, Look look) {
        var name = set.at("spec", "serviceName");
        if (!name.present() || name.unfilled()
                || look.objects("", "Service").anyMatch(service -> service.name().equals(name.text()))) {
            return;
        }
        headless(labels(set.at("spec", "selector", "matchLabels")), look)
                .ifPresent(there -> look.offer(RULE, name,
                        "The Service of these pods is called “%s” here, not “%s”, by which they have no names"
                                .formatted(there, name.text()),
                        Edits.ways(Edits.fix("Write " + there, Edits.replace(name, there)))));
    }

    private static Optional<String> headless(Map<String, String> labels, Look look) {
        return look.objects("", "Service").filter(service -> service.at("spec", "clusterIP").text().equals("None"))
                .filter(service -> labels(service.at("spec", "selector")).equals(labels)).map(KubeObject::name)
                .findFirst();
    }

    private static boolean several(Value count) {
        return SEVERAL.matcher(count.text()).matches();
    }

    private static Stream<Container> containers(KubeObject object) {
        return object.templates().stream().flatMap(template -> template.containers().stream());
    }

    private static boolean together(PodTemplate template) {
        return !template.spec().at("subdomain").present() && template.containers().stream()
                .anyMatch(container -> SEVERAL_NODES.matcher(container.words()).matches());
    }

    private static Map<String, String> labels(Value written) {
        var labels = new LinkedHashMap<String, String>();
        written.entries().forEach(label -> labels.put(label.name(), label.value().text()));
        return labels;
    }

    /** By a Service that is there already, or by a new one. */
    private static List<Fix> ways(Value holder, String key, Map<String, String> labels, KubeObject object, Look look) {
        return headless(labels, look).flatMap(name -> Works.named(holder, key, name))
                .or(() -> Works.met(holder, key, labels, object))
                .stream().toList();
    }
}
