package tessera.lint.rule;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import tessera.lint.finding.LintFix;
import tessera.lint.fix.VolumeFixes;
import tessera.lint.manifest.KubeObject;
import tessera.lint.manifest.PodTemplate;
import tessera.lint.source.ManifestEditor;
import tessera.lint.source.ManifestValue;

/** What is around pods: scaling and storage. */
final class ServingChecks implements LintCheck {

    private static final Set<String> MEASURED = Set.of("cpu", "memory");
    /** What a new Knative lets nobody write. */
    private static final Set<String> FLAGGED = Set.of("affinity", "dnsConfig", "dnsPolicy", "hostAliases", "hostIPC",
            "hostNetwork", "hostPID", "nodeSelector", "priorityClassName", "runtimeClassName", "schedulerName",
            "shareProcessNamespace", "tolerations", "topologySpreadConstraints");
    private static final String BUSY = "DCGM_FI_DEV_GPU_UTIL";
    private static final String DUTY = "nvidia_gpu_duty_cycle";

    @Override
    public void object(KubeObject object, CheckContext look) {
        if (object.is("autoscaling", "HorizontalPodAutoscaler")) {
            object.at("spec", "metrics").items().forEach(metric -> metric(metric, look));
        }
        for (var annotations : List.of(object.at("metadata", "annotations"),
                object.at("spec", "template", "metadata", "annotations"))) {
            for (var entry : annotations.entries()) {
                look.facts().mistake("annotations", entry.name()).ifPresent(mistake -> look.note("annotation-legacy",
                        entry.key(), mistake.reason(), mistake.meant(entry.name()).flatMap(
                                name -> ManifestEditor.fix("Write " + name,
                                        ManifestEditor.replace(entry.key(), name)))));
            }
        }
        if (object.is("keda.sh", "ScaledObject")) {
            object.at("spec", "triggers").items().forEach(trigger -> trigger(trigger, look));
        }
        if (object.is("", "PersistentVolumeClaim")) {
            unfilled(object, look);
            shareable(object.root(), look);
        }
        if (object.is("serving.knative.dev", "Service")) {
            object.at("spec", "template", "spec").entries().forEach(entry -> flagged(entry, look));
            object.templates().stream().flatMap(template -> template.containers().stream())
                    .flatMap(container -> container.value().at("ports").items().stream()).skip(1).findFirst()
                    .ifPresent(port -> FieldChecks.refused(port,
                            "A service of Knative listens on one port, of one of its containers", look));
        }
        object.at("spec", "volumeClaimTemplates").items().forEach(claim -> shareable(claim, look));
        shared(object, look);
    }

    private static void flagged(ManifestValue.MappingEntry entry, CheckContext look) {
        if (FLAGGED.contains(entry.name())) {
            look.note("knative-field-off", entry.key(),
                    "Knative refuses %s unless kubernetes.podspec-%s is enabled".formatted(entry.name(),
                            entry.name().toLowerCase(Locale.ROOT)));
        }
    }

    private static void metric(ManifestValue metric, CheckContext look) {
        var resource = metric.at("resource", "name");
        if (resource.present() && !MEASURED.contains(resource.text())) {
            look.offer("scaling-unmeasured", resource,
                    "“%s” is measured by nobody: resource metrics are cpu and memory, GPUs take an adapter"
                            .formatted(resource.text()),
                    ManifestEditor.ways(ManifestEditor.fix("Scale by cpu", ManifestEditor.replace(resource, "cpu")),
                            away(metric)));
        }
        for (var kind : List.of("pods", "external", "object")) {
            var name = metric.at(kind, "metric", "name");
            look.facts().mistake("scaling", name.text()).filter(_ -> !made(name.text(), look))
                    .ifPresent(mistake -> look.offer("scaling-unmeasured", name, name.text() + ": " + mistake.reason(),
                            ManifestEditor.ways(ManifestEditor.fix("Name it %s, as adapters usually do".formatted(BUSY),
                                    ManifestEditor.replace(name, BUSY)), away(metric))));
        }
    }

    /** Whether an adapter or a recording rule beside it makes a metric of the name. */
    private static boolean made(String name, CheckContext look) {
        return look.objects("", "ConfigMap").flatMap(map -> map.at("data").entries().stream())
                .anyMatch(entry -> entry.value().text().contains(name))
                || look.objects("monitoring.coreos.com", "PrometheusRule")
                        .flatMap(rule -> rule.at("spec", "groups").items().stream())
                        .flatMap(group -> group.at("rules").items().stream())
                        .anyMatch(rule -> rule.at("record").text().equals(name));
    }

    /** What KEDA asks Prometheus. */
    private static void trigger(ManifestValue trigger, CheckContext look) {
        var query = trigger.at("metadata", "query");
        if (query.text().contains(DUTY) && !made(DUTY, look)) {
            look.offer("scaling-unmeasured", query, DUTY + ": no exporter has it",
                    ManifestEditor.ways(
                            ManifestEditor.fix("Ask for " + BUSY, ManifestEditor.replace(query, DUTY, BUSY)),
                            away(trigger)));
        }
    }

    private static Optional<LintFix> away(ManifestValue metric) {
        return ManifestEditor.fix("Take the metric away", ManifestEditor.remove(metric));
    }

    /** Several pods on a volume that one node alone can have. */
    private static void shared(KubeObject object, CheckContext look) {
        var count = object.kind().equals("Job") ? object.at("spec", "parallelism") : object.at("spec", "replicas");
        if (!count.text().matches("[2-9]|\\d{2,}")) {
            return;
        }
        Map<String, KubeObject> claims = look.objects("", "PersistentVolumeClaim")
                .collect(Collectors.toMap(KubeObject::name, other -> other, (one, _) -> one));
        for (var template : object.templates()) {
            claims(template).forEach(name -> {
                var claim = claims.get(name.text());
                if (claim != null && onlyOne(claim)) {
                    look.offer("claim-of-one-node", name,
                            ("%s pods cannot have “%s” on several nodes: it is ReadWriteOnce; "
                                    + "make it ReadWriteMany, or one claim for each pod")
                                    .formatted(count.text(), name.text()),
                            ManifestEditor.ways(VolumeFixes.modes(claim.at("spec", "accessModes"), "ReadWriteMany"),
                                    ManifestEditor.fix("Make one pod", ManifestEditor.replace(count, "1"))));
                }
            });
        }
    }

    /** A volume that nobody may write to, and that nothing fills as it is made. */
    private static void unfilled(KubeObject claim, CheckContext look) {
        var modes = claim.at("spec", "accessModes");
        boolean filled = claim.at("spec", "dataSource").present() || claim.at("spec", "dataSourceRef").present()
                || claim.at("spec", "volumeName").present();
        if (!filled && !modes.texts().isEmpty() && modes.texts().stream().allMatch("ReadOnlyMany"::equals)) {
            look.offer("claim-never-filled", modes,
                    "A new volume that can only be read stays empty: let pods write to it, or name what it is made of",
                    ManifestEditor.ways(VolumeFixes.modes(modes, "ReadWriteMany"),
                            VolumeFixes.modes(modes, "ReadWriteOnce")));
        }
    }

    /** Disks that are handed over as they are may be shared all the same, by who knows how. */
    private static void shareable(ManifestValue claim, CheckContext look) {
        var storage = claim.at("spec", "storageClassName");
        boolean raw = claim.at("spec", "volumeMode").text().equals("Block");
        if (!raw && claim.at("spec", "accessModes").texts().contains("ReadWriteMany")) {
            look.facts().mistake("blockClasses", storage.text()).ifPresent(mistake -> look.offer("claim-not-shareable",
                    storage, "“%s” for ReadWriteMany: %s, and the claim may stay Pending; take a class of shared files"
                            .formatted(storage.text(), mistake.reason()),
                    ManifestEditor.ways(VolumeFixes.modes(claim.at("spec", "accessModes"), "ReadWriteOnce"),
                            ManifestEditor.fix("Leave the class to the cluster", ManifestEditor.remove(storage)))));
        }
    }

    private static List<ManifestValue> claims(PodTemplate template) {
        return template.spec().at("volumes").items().stream()
                .map(volume -> volume.at("persistentVolumeClaim", "claimName")).filter(ManifestValue::present).toList();
    }

    private static boolean onlyOne(KubeObject claim) {
        var modes = claim.at("spec", "accessModes").texts();
        return !modes.isEmpty() && modes.stream().allMatch(mode -> mode.startsWith("ReadWriteOnce"));
    }
}
