package tessera.lint.rule;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import tessera.lint.fix.VolumeFixes;
import tessera.lint.manifest.KubeObject;
import tessera.lint.manifest.PodTemplate;
import tessera.lint.manifest.TemplateContainer;
import tessera.lint.source.ManifestEditor;
import tessera.lint.source.ManifestValue;

/** Whether selectors, probes, budgets and claims reach what they are meant for. */
final class ReachChecks implements LintCheck {

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
    public void object(KubeObject object, CheckContext look) {
        selectors(object.at("spec"), object.templates().isEmpty(), look);
        if (object.is("policy", "PodDisruptionBudget")) {
            budget(object, look);
        }
        if (object.is("apps", "StatefulSet")) {
            keys(object, look);
        }
    }

    /** @param others whether it selects pods that others make */
    private static void selectors(ManifestValue value, boolean others, CheckContext look) {
        for (var entry : value.entries()) {
            var labels = entry.name().equals("selector") && !entry.value().at("matchLabels").present() ? entry.value()
                    : entry.value().at("matchLabels");
            if (entry.name().equals("namespaceSelector")) {
                named(entry.value().at("matchLabels", "name"), look);
            } else if (others && (entry.name().equals("selector") || entry.name().equals("podSelector"))) {
                plugin(labels.at("k8s-app"), look);
            }
            selectors(entry.value(), others, look);
        }
        value.items().forEach(item -> selectors(item, others, look));
    }

    private static void named(ManifestValue label, CheckContext look) {
        if (label.present()) {
            look.note("namespace-label-unset", label.key(),
                    "Namespaces are labelled %s=%s by themselves; “name” only where somebody does it"
                            .formatted(NAMED, label.text()),
                    ManifestEditor.fix("Write " + NAMED, ManifestEditor.replace(label.key(), NAMED)));
        }
    }

    private static void plugin(ManifestValue label, CheckContext look) {
        if (label.text().equals("nvidia-device-plugin")) {
            look.offer("plugin-label-unknown", label, "No device plugin is labelled so: it is "
                    + "app=nvidia-device-plugin-daemonset with the operator, name=nvidia-device-plugin-ds by its "
                    + "manifest, app.kubernetes.io/name=nvidia-device-plugin by its chart",
                    PLUGINS.entrySet().stream().sorted(Map.Entry.comparingByKey())
                            .flatMap(known -> ManifestEditor
                                    .fix("Write %s=%s".formatted(known.getKey(), known.getValue()),
                                            ManifestEditor.replace(label.key(), known.getKey()),
                                            ManifestEditor.replace(label, known.getValue()))
                                    .stream())
                            .toList());
        }
    }

    /** Who trains together ends together: one pod less is all of them less. */
    private static void budget(KubeObject budget, CheckContext look) {
        var least = budget.at("spec", "minAvailable");
        var wanted = budget.at("spec", "selector", "matchLabels");
        boolean trains = wanted.entries().stream().anyMatch(label -> TRAINS.matcher(label.value().text()).matches())
                || selected(wanted, look).stream().flatMap(template -> template.containers().stream())
                        .anyMatch(container -> TRAINS.matcher(container.words()).matches());
        if (least.present() && !least.text().equals("100%") && trains) {
            look.note("budget-of-a-gang", least,
                    "Pods that train together end with the first that is evicted: let none be, by maxUnavailable: 0",
                    ManifestEditor.fix("Let none be evicted",
                            ManifestEditor.replace(least.key(), "maxUnavailable"), ManifestEditor.replace(least, "0")));
        }
    }

    private static List<PodTemplate> selected(ManifestValue labels, CheckContext look) {
        return look.manifest().objects().stream().flatMap(object -> object.templates().stream())
                .filter(template -> !labels.entries().isEmpty() && template.selected(labels)).toList();
    }

    private static void keys(KubeObject set, CheckContext look) {
        var own = set.at("spec", "volumeClaimTemplates").items().stream()
                .map(claim -> claim.at("metadata", "name").text()).collect(Collectors.toSet());
        set.templates().stream().flatMap(template -> template.allContainers().stream())
                .flatMap(container -> container.value().at("volumeMounts").items().stream())
                .filter(mount -> own.contains(mount.at("name").text())
                        && KEYS.matcher(mount.at("mountPath").text()).matches())
                .findFirst().ifPresent(mount -> look.offer("keys-not-shared", mount.at("mountPath"),
                        "Each pod of the set has a claim of its own: keys are not shared, and ssh between them fails; "
                                + "mount a Secret",
                        ManifestEditor.ways(VolumeFixes.secret(set, set.templates().getFirst(), mount))));
    }

    @Override
    public void container(TemplateContainer container, PodTemplate template, CheckContext look) {
        for (var probe : PROBES) {
            var path = container.value().at(probe, "httpGet", "path");
            look.facts().mistake("probePaths", path.text()).ifPresent(mistake -> look.note("probe-path-old", path,
                    path.text() + ": " + mistake.reason(), mistake.meant(path.text())
                            .flatMap(right -> ManifestEditor.fix("Write " + right,
                                    ManifestEditor.replace(path, right)))));
        }
    }
}
