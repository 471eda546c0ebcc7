package tessera.lint.rule;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import tessera.lint.finding.Fix;
import tessera.lint.mend.Works;
import tessera.lint.source.Value;
import tessera.lint.subject.Container;
import tessera.lint.subject.KubeObject;
import tessera.lint.subject.PodTemplate;

/** Whether pods that train together have names by which they find one another. */
final class PeerChecks implements Check {

    private static final String RULE = "peers-without-names";
    private static final Pattern SEVERAL_NODES = Pattern.compile(".*--nnodes[= ](?!1(?:\\s|$)).*", Pattern.DOTALL);
    private static final Pattern SEVERAL = Pattern.compile("[2-9]|\\d{2,}");
    private static final String JOB_NAME = "batch.kubernetes.io/job-name";

    @Override
    public void object(KubeObject object, Look look) {
        var spec = object.at("spec");
        if (object.is("apps", "StatefulSet") && several(spec.at("replicas")) && !spec.at("serviceName").present()
                && containers(object).anyMatch(TrainingChecks::trains)) {
            look.offer(RULE, spec, "Pods that train together find one another by name, and have names only with the "
                    + "serviceName of a headless Service",
                    ways(spec, "serviceName", labels(spec.at("selector", "matchLabels")), object, look));
        }
        if (object.is("batch", "Job") && several(spec.at("parallelism"))
                && spec.at("completionMode").text().equals("Indexed")) {
            object.templates().stream().filter(PeerChecks::together).findFirst().ifPresent(template -> look.offer(RULE,
                    template.spec(), "Pods that train together find one another by name, and have names only with the "
                            + "subdomain of a headless Service",
                    ways(template.spec(), "subdomain", Map.of(JOB_NAME, object.name()), object, look)));
        }
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
        Optional<String> there = look.objects("", "Service")
                .filter(service -> service.at("spec", "clusterIP").text().equals("None"))
                .filter(service -> labels(service.at("spec", "selector")).equals(labels)).map(KubeObject::name)
                .findFirst();
        return there.flatMap(name -> Works.named(holder, key, name)).or(() -> Works.met(holder, key, labels, object))
                .stream().toList();
    }
}
