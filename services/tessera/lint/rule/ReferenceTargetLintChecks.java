package tessera.lint.rule;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import tessera.lint.fix.VolumeLintFixes;
import tessera.lint.manifest.ManifestKubernetesObject;
import tessera.lint.manifest.ManifestKubernetesObject.ManifestPodTemplate;
import tessera.lint.manifest.PodTemplateContainer;
import tessera.lint.source.ManifestSourceEditor;
import tessera.lint.source.ManifestValue;
import tessera.text.MessageCatalog;

/** Checks that selectors, probes, budgets and claims refer to existing targets. */
final class ReferenceTargetLintChecks implements LintCheck {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(ReferenceTargetLintChecks.class);
    private static final String NAMED = "kubernetes.io/metadata.name";
    private static final Pattern TRAINS = Pattern
            .compile("(?i)(?:.*[^a-z])?(?:(?:pre)?train(?:ing|er)?|finetun(?:e|ing)"
                    + "|torchrun|deepspeed|mpirun|horovodrun)(?:[^a-z].*)?", Pattern.DOTALL);
    static final Set<String> PROBES = Set.of("startupProbe", "readinessProbe", "livenessProbe");
    /** By which label the pods of device plugins are found, by who installed them. */
    private static final Map<String, String> PLUGINS = Map.of("app", "nvidia-device-plugin-daemonset", "name",
            "nvidia-device-plugin-ds", "app.kubernetes.io/name", "nvidia-device-plugin");
    private static final Pattern KEYS = Pattern.compile(".*/\\.ssh/?|/etc/ssh/?");

    @Override
    public void checkObject(ManifestKubernetesObject object, LintCheckContext context) {
        checkSelectors(object.at("spec"), object.templates().isEmpty(), context);
        if (object.isKind("policy", "PodDisruptionBudget")) {
            checkBudget(object, context);
        }
        if (object.isKind("apps", "StatefulSet")) {
            checkSharedKeys(object, context);
        }
    }

    /** @param others whether it selects pods that others make */
    private static void checkSelectors(ManifestValue value, boolean others, LintCheckContext context) {
        for (var entry : value.entries()) {
            var labels = entry.name().equals("selector") && !entry.value().at("matchLabels").isPresent() ? entry.value()
                    : entry.value().at("matchLabels");
            if (entry.name().equals("namespaceSelector")) {
                checkNamespaceLabel(entry.value().at("matchLabels", "name"), context);
            } else if (others && (entry.name().equals("selector") || entry.name().equals("podSelector"))) {
                checkPluginLabel(labels.at("k8s-app"), context);
            }
            checkSelectors(entry.value(), others, context);
        }
        value.items().forEach(item -> checkSelectors(item, others, context));
    }

    private static void checkNamespaceLabel(ManifestValue label, LintCheckContext context) {
        if (label.isPresent()) {
            context.addFinding("namespace-label-unset", label.key(),
                    new LintSchedulingReason.UnsetNamespaceLabel(NAMED, label.text()), ManifestSourceEditor.fixOf(
                            MESSAGES.text("fix.write", NAMED), ManifestSourceEditor.replace(label.key(), NAMED)));
        }
    }

    private static void checkPluginLabel(ManifestValue label, LintCheckContext context) {
        if (label.text().equals("nvidia-device-plugin")) {
            context.addChoice("plugin-label-unknown", label, new LintSchedulingReason.UnknownPluginLabel(),
                    PLUGINS.entrySet().stream().sorted(Map.Entry.comparingByKey())
                            .flatMap(known -> ManifestSourceEditor
                                    .fixOf(MESSAGES.text("fix.write.pair", known.getKey(), known.getValue()),
                                            ManifestSourceEditor.replace(label.key(), known.getKey()),
                                            ManifestSourceEditor.replace(label, known.getValue()))
                                    .stream())
                            .toList());
        }
    }

    /** Checks a disruption budget: evicting one pod of a joint training ends all of them. */
    private static void checkBudget(ManifestKubernetesObject budget, LintCheckContext context) {
        var least = budget.at("spec", "minAvailable");
        var wanted = budget.at("spec", "selector", "matchLabels");
        boolean trains = wanted.entries().stream().anyMatch(label -> TRAINS.matcher(label.value().text()).matches())
                || selectedTemplates(wanted, context).stream().flatMap(template -> template.containers().stream())
                        .anyMatch(container -> TRAINS.matcher(container.commandText()).matches());
        if (least.isPresent() && !least.text().equals("100%") && trains) {
            context.addFinding("budget-of-a-gang", least, new LintSchedulingReason.GangDisruptionBudget(),
                    ManifestSourceEditor.fixOf(MESSAGES.text("fix.no.eviction"),
                            ManifestSourceEditor.replace(least.key(), "maxUnavailable"),
                            ManifestSourceEditor.replace(least, "0")));
        }
    }

    private static List<ManifestPodTemplate> selectedTemplates(ManifestValue labels, LintCheckContext context) {
        return context.manifest().objects().stream().flatMap(object -> object.templates().stream())
                .filter(template -> !labels.entries().isEmpty() && template.matchesSelector(labels)).toList();
    }

    private static void checkSharedKeys(ManifestKubernetesObject set, LintCheckContext context) {
        var own = set.at("spec", "volumeClaimTemplates").items().stream()
                .map(claim -> claim.at("metadata", "name").text()).collect(Collectors.toSet());
        set.templates().stream().flatMap(template -> template.allContainers().stream())
                .flatMap(container -> container.value().at("volumeMounts").items().stream())
                .filter(mount -> own.contains(mount.at("name").text())
                        && KEYS.matcher(mount.at("mountPath").text()).matches())
                .findFirst()
                .ifPresent(mount -> context.addChoice("keys-not-shared", mount.at("mountPath"),
                        new LintSchedulingReason.SshKeysNotShared(), ManifestSourceEditor
                                .availableFixes(VolumeLintFixes.toSecret(set, set.templates().getFirst(), mount))));
    }

    @Override
    public void checkContainer(PodTemplateContainer container, ManifestPodTemplate template, LintCheckContext context) {
        for (var probe : PROBES) {
            var path = container.value().at(probe, "httpGet", "path");
            var nameMistake = context.facts().findMistake("probePaths", path.text()).orElse(null);
            if (nameMistake != null) {
                context.addFinding("probe-path-old", path, nameMistake.about(path.text()),
                        nameMistake.correctionOf(path.text()).flatMap(right -> ManifestSourceEditor
                                .fixOf(MESSAGES.text("fix.write", right), ManifestSourceEditor.replace(path, right))));
            }
        }
    }
}
