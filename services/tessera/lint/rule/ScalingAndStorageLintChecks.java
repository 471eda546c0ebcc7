package tessera.lint.rule;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import tessera.lint.finding.LintFix;
import tessera.lint.fix.VolumeLintFixes;
import tessera.lint.manifest.ManifestKubernetesObject;
import tessera.lint.manifest.ManifestKubernetesObject.ManifestPodTemplate;
import tessera.lint.source.ManifestSourceEditor;
import tessera.lint.source.ManifestValue;
import tessera.text.MessageCatalog;

/** Checks of scaling and storage around pods. */
final class ScalingAndStorageLintChecks implements LintCheck {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(ScalingAndStorageLintChecks.class);
    private static final Set<String> MEASURED = Set.of("cpu", "memory");
    /** What a new Knative lets nobody write. */
    private static final Set<String> FLAGGED = Set.of("affinity", "dnsConfig", "dnsPolicy", "hostAliases", "hostIPC",
            "hostNetwork", "hostPID", "nodeSelector", "priorityClassName", "runtimeClassName", "schedulerName",
            "shareProcessNamespace", "tolerations", "topologySpreadConstraints");
    private static final String BUSY = "DCGM_FI_DEV_GPU_UTIL";
    private static final String DUTY = "nvidia_gpu_duty_cycle";

    @Override
    public void checkObject(ManifestKubernetesObject object, LintCheckContext context) {
        if (object.isKind("autoscaling", "HorizontalPodAutoscaler")) {
            object.at("spec", "metrics").items().forEach(metric -> checkMetric(metric, context));
        }
        for (var annotations : List.of(object.at("metadata", "annotations"),
                object.at("spec", "template", "metadata", "annotations"))) {
            for (var entry : annotations.entries()) {
                var nameMistake = context.facts().findMistake("annotations", entry.name()).orElse(null);
                if (nameMistake != null) {
                    context.addFinding("annotation-legacy", entry.key(), nameMistake.fact(),
                            nameMistake.correctionOf(entry.name())
                                    .flatMap(name -> ManifestSourceEditor.fixOf(MESSAGES.text("fix.write", name),
                                            ManifestSourceEditor.replace(entry.key(), name))));
                }
            }
        }
        if (object.isKind("keda.sh", "ScaledObject")) {
            object.at("spec", "triggers").items().forEach(trigger -> checkTrigger(trigger, context));
        }
        if (object.isKind("", "PersistentVolumeClaim")) {
            checkUnfilledClaim(object, context);
            checkShareable(object.root(), context);
        }
        if (object.isKind("serving.knative.dev", "Service")) {
            object.at("spec", "template", "spec").entries().forEach(entry -> checkFeatureGate(entry, context));
            object.templates().stream().flatMap(template -> template.containers().stream())
                    .flatMap(container -> container.value().at("ports").items().stream()).skip(1).findFirst()
                    .ifPresent(port -> context.reject(port, new LintWorkloadReason.KnativePorts()));
        }
        object.at("spec", "volumeClaimTemplates").items().forEach(claim -> checkShareable(claim, context));
        checkSharedVolume(object, context);
    }

    private static void checkFeatureGate(ManifestValue.MappingEntry entry, LintCheckContext context) {
        if (FLAGGED.contains(entry.name())) {
            context.addFinding("knative-field-off", entry.key(),
                    new LintWorkloadReason.KnativeFieldOff(entry.name(), entry.name().toLowerCase(Locale.ROOT)));
        }
    }

    private static void checkMetric(ManifestValue metric, LintCheckContext context) {
        var resource = metric.at("resource", "name");
        if (resource.isPresent() && !MEASURED.contains(resource.text())) {
            context.addChoice("scaling-unmeasured", resource,
                    new LintWorkloadReason.UnmeasuredResource(resource.text()),
                    ManifestSourceEditor.availableFixes(ManifestSourceEditor.fixOf(MESSAGES.text("fix.scale.cpu"),
                            ManifestSourceEditor.replace(resource, "cpu")), removeMetric(metric)));
        }
        for (var kind : List.of("pods", "external", "object")) {
            var name = metric.at(kind, "metric", "name");
            context.facts().findMistake("scaling", name.text()).filter(_ -> !isMetricCreated(name.text(), context))
                    .ifPresent(
                            nameMistake -> context
                                    .addChoice("scaling-unmeasured", name, nameMistake.about(name.text()),
                                            ManifestSourceEditor.availableFixes(
                                                    ManifestSourceEditor.fixOf(MESSAGES.text("fix.rename.metric", BUSY),
                                                            ManifestSourceEditor.replace(name, BUSY)),
                                                    removeMetric(metric))));
        }
    }

    /** Returns whether an adapter or a recording rule in the manifest creates a metric of the name. */
    private static boolean isMetricCreated(String name, LintCheckContext context) {
        return context.objects("", "ConfigMap").flatMap(map -> map.at("data").entries().stream())
                .anyMatch(entry -> entry.value().text().contains(name))
                || context.objects("monitoring.coreos.com", "PrometheusRule")
                        .flatMap(rule -> rule.at("spec", "groups").items().stream())
                        .flatMap(group -> group.at("rules").items().stream())
                        .anyMatch(rule -> rule.at("record").text().equals(name));
    }

    /** Checks the Prometheus query of a KEDA trigger. */
    private static void checkTrigger(ManifestValue trigger, LintCheckContext context) {
        var query = trigger.at("metadata", "query");
        if (query.text().contains(DUTY) && !isMetricCreated(DUTY, context)) {
            context.addChoice("scaling-unmeasured", query, new LintWorkloadReason.UnexportedMetric(DUTY),
                    ManifestSourceEditor.availableFixes(ManifestSourceEditor.fixOf(MESSAGES.text("fix.request", BUSY),
                            ManifestSourceEditor.replacePart(query, DUTY, BUSY)), removeMetric(trigger)));
        }
    }

    private static Optional<LintFix> removeMetric(ManifestValue metric) {
        return ManifestSourceEditor.fixOf(MESSAGES.text("fix.remove.metric"), ManifestSourceEditor.remove(metric));
    }

    /** Checks several pods on a volume that only one node can mount. */
    private static void checkSharedVolume(ManifestKubernetesObject object, LintCheckContext context) {
        var count = object.kind().equals("Job") ? object.at("spec", "parallelism") : object.at("spec", "replicas");
        if (!count.text().matches("[2-9]|\\d{2,}")) {
            return;
        }
        Map<String, ManifestKubernetesObject> claims = context.objects("", "PersistentVolumeClaim")
                .collect(Collectors.toMap(ManifestKubernetesObject::name, other -> other, (one, _) -> one));
        for (var template : object.templates()) {
            claimNames(template).forEach(name -> {
                var claim = claims.get(name.text());
                if (claim != null && isSingleNode(claim)) {
                    context.addChoice("claim-of-one-node", name,
                            new LintWorkloadReason.ClaimOfOneNode(count.text(), name.text()),
                            ManifestSourceEditor.availableFixes(
                                    VolumeLintFixes.setAccessModes(claim.at("spec", "accessModes"), "ReadWriteMany"),
                                    ManifestSourceEditor.fixOf(MESSAGES.text("fix.one.pod"),
                                            ManifestSourceEditor.replace(count, "1"))));
                }
            });
        }
    }

    /** Checks a read-only volume that nothing fills when it is created. */
    private static void checkUnfilledClaim(ManifestKubernetesObject claim, LintCheckContext context) {
        var modes = claim.at("spec", "accessModes");
        boolean filled = claim.at("spec", "dataSource").isPresent() || claim.at("spec", "dataSourceRef").isPresent()
                || claim.at("spec", "volumeName").isPresent();
        if (!filled && !modes.texts().isEmpty() && modes.texts().stream().allMatch("ReadOnlyMany"::equals)) {
            context.addChoice("claim-never-filled", modes, new LintWorkloadReason.ReadOnlyNewVolume(),
                    ManifestSourceEditor.availableFixes(VolumeLintFixes.setAccessModes(modes, "ReadWriteMany"),
                            VolumeLintFixes.setAccessModes(modes, "ReadWriteOnce")));
        }
    }

    /** Checks claims for block volumes, which may be shared only by programs made for that. */
    private static void checkShareable(ManifestValue claim, LintCheckContext context) {
        var storage = claim.at("spec", "storageClassName");
        boolean raw = claim.at("spec", "volumeMode").text().equals("Block");
        if (!raw && claim.at("spec", "accessModes").texts().contains("ReadWriteMany")) {
            context.facts().findMistake("blockClasses", storage.text())
                    .ifPresent(nameMistake -> context.addChoice("claim-not-shareable", storage,
                            new LintWorkloadReason.UnshareableClass(storage.text(), nameMistake.reason()),
                            ManifestSourceEditor.availableFixes(
                                    VolumeLintFixes.setAccessModes(claim.at("spec", "accessModes"), "ReadWriteOnce"),
                                    ManifestSourceEditor.fixOf(MESSAGES.text("fix.default.class"),
                                            ManifestSourceEditor.remove(storage)))));
        }
    }

    private static List<ManifestValue> claimNames(ManifestPodTemplate template) {
        return template.spec().at("volumes").items().stream()
                .map(volume -> volume.at("persistentVolumeClaim", "claimName")).filter(ManifestValue::isPresent)
                .toList();
    }

    private static boolean isSingleNode(ManifestKubernetesObject claim) {
        var modes = claim.at("spec", "accessModes").texts();
        return !modes.isEmpty() && modes.stream().allMatch(mode -> mode.startsWith("ReadWriteOnce"));
    }
}
