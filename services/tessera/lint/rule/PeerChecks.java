package tessera.lint.rule;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import tessera.lint.finding.LintFix;
import tessera.lint.fix.WorkloadFixes;
import tessera.lint.manifest.KubeObject;
import tessera.lint.manifest.PodTemplate;
import tessera.lint.manifest.TemplateContainer;
import tessera.lint.source.ManifestEditor;
import tessera.lint.source.ManifestValue;
import tessera.lint.source.YamlInsertions;

/** Whether pods that train together have names by which they find one another. */
final class PeerChecks implements LintCheck {

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
    public void object(KubeObject object, CheckContext look) {
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
    private static void numbered(ManifestValue job, CheckContext look) {
        var mode = job.at("completionMode");
        if (mode.text().equals(INDEXED) || mode.unfilled()) {
            return;
        }
        job.at("template", "spec", "containers").items().stream().flatMap(PeerChecks::indices).findFirst()
                .ifPresent(place -> look.note("index-missing", place,
                        "Only pods of a job with completionMode: Indexed have an index; here it is empty",
                        mode.present() ? ManifestEditor.fix("Write Indexed", ManifestEditor.replace(mode, INDEXED))
                                : ManifestEditor.fix("Write Indexed",
                                        YamlInsertions.merge(job, JSON.objectNode().put("completionMode", INDEXED)))));
    }

    /** Where a container is told its index, or asks for it. */
    private static Stream<ManifestValue> indices(ManifestValue container) {
        return Stream.concat(
                container.at("env").items().stream().map(each -> each.at("valueFrom", "fieldRef", "fieldPath"))
                        .filter(path -> path.text().contains("batch.kubernetes.io/job-completion-index")),
                Stream.of("command", "args").flatMap(part -> container.at(part).items().stream())
                        .filter(word -> ASKED.matcher(word.text()).find() && container.at("env").items().stream()
                                .noneMatch(each -> each.at("name").text().equals(INDEX))));
    }

    /** A set whose service is called otherwise than the one that stands beside it for its pods. */
    private static void called(KubeObject set, CheckContext look) {
        var name = set.at("spec", "serviceName");
        if (!name.present() || name.unfilled()
                || look.objects("", "Service").anyMatch(service -> service.name().equals(name.text()))) {
            return;
        }
        headless(labels(set.at("spec", "selector", "matchLabels")), look)
                .ifPresent(there -> look.offer(RULE, name,
                        "The Service of these pods is called “%s” here, not “%s”, by which they have no names"
                                .formatted(there, name.text()),
                        ManifestEditor
                                .ways(ManifestEditor.fix("Write " + there, ManifestEditor.replace(name, there)))));
    }

    private static Optional<String> headless(Map<String, String> labels, CheckContext look) {
        return look.objects("", "Service").filter(service -> service.at("spec", "clusterIP").text().equals("None"))
                .filter(service -> labels(service.at("spec", "selector")).equals(labels)).map(KubeObject::name)
                .findFirst();
    }

    private static boolean several(ManifestValue count) {
        return SEVERAL.matcher(count.text()).matches();
    }

    private static Stream<TemplateContainer> containers(KubeObject object) {
        return object.templates().stream().flatMap(template -> template.containers().stream());
    }

    private static boolean together(PodTemplate template) {
        return !template.spec().at("subdomain").present() && template.containers().stream()
                .anyMatch(container -> SEVERAL_NODES.matcher(container.words()).matches());
    }

    private static Map<String, String> labels(ManifestValue written) {
        var labels = new LinkedHashMap<String, String>();
        written.entries().forEach(label -> labels.put(label.name(), label.value().text()));
        return labels;
    }

    /** By a Service that is there already, or by a new one. */
    private static List<LintFix> ways(ManifestValue holder, String key, Map<String, String> labels, KubeObject object,
            CheckContext look) {
        return headless(labels, look).flatMap(name -> WorkloadFixes.named(holder, key, name))
                .or(() -> WorkloadFixes.met(holder, key, labels, object))
                .stream().toList();
    }
}
