package tessera.lint.rule;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import tessera.lint.finding.LintSeverity;
import tessera.lint.manifest.ChartValues;
import tessera.lint.manifest.KubeObject;
import tessera.lint.source.ManifestEditor;
import tessera.lint.source.ManifestValue;
import tessera.model.SpellingSuggestions;

/** What the GPU operator is told: its policy, and the drivers that it installs. */
final class OperatorChecks implements LintCheck {

    private static final String GROUP = "nvidia.com";
    private static final String GPU = "nvidia.com/gpu";
    private static final String WRONG = "operator-told-wrong";
    private static final Set<String> PARTS = Set.of("driver", "toolkit", "devicePlugin", "dcgmExporter", "gfd", "mig",
            "migManager", "daemonsets");
    /** Of the chart, by its values.yaml of 26.x. */
    private static final Set<String> VALUES = Set.of("platform", "nfd", "psa", "psp", "cdi", "sandboxWorkloads",
            "hostPaths", "daemonsets", "validator", "operator", "mig", "driver", "toolkit", "devicePlugin", "dcgm",
            "dcgmExporter", "gfd", "migManager", "nodeStatusExporter", "gds", "gdrcopy", "vgpuManager",
            "vgpuDeviceManager", "vfioManager", "kataManager", "sandboxDevicePlugin", "kataSandboxDevicePlugin",
            "ccManager", "clusterPolicy", "gpuCluster", "draDriver", "extraObjects", "node-feature-discovery", "global",
            "nameOverride", "fullnameOverride");
    private static final Set<String> STRATEGIES = Set.of("none", "single", "mixed");
    /** The branches that have ended. */
    private static final Pattern ENDED = Pattern.compile("(?:3\\d\\d|4[0-7]\\d)(?:\\..*)?");

    /** Values of its chart are named as its policy is. */
    @Override
    public void manifest(CheckContext look) {
        look.manifest().strays().stream().filter(OperatorChecks::chart)
                .forEach(values -> values(values, look));
    }

    @Override
    public void object(KubeObject object, CheckContext look) {
        if (object.is(GROUP, "ClusterPolicy")) {
            policy(object.at("spec"), look);
        } else if (object.is(GROUP, "NVIDIADriver")) {
            driver(object, look);
        } else {
            values(object).forEach(values -> values(values, look));
        }
    }

    /** Values of its chart that an object holds, told by the name of the chart or by what they say. */
    private static Stream<ManifestValue> values(KubeObject object) {
        boolean named = ChartValues.chart(object).equals("gpu-operator");
        return ChartValues.of(object).filter(values -> named || chart(values));
    }

    private static boolean chart(ManifestValue values) {
        return PARTS.stream().filter(part -> values.at(part).isMap()).count() > 1;
    }

    private static void values(ManifestValue values, CheckContext look) {
        policy(values, look);
        for (var entry : values.entries()) {
            if (!VALUES.contains(entry.name())) {
                SpellingSuggestions.mistyped(entry.name(), VALUES).or(() -> VALUES.stream().filter(name -> plain(name)
                        .equals(plain(entry.name()))).findFirst()).filter(name -> !values.at(name).written())
                        .ifPresent(name -> look.doubt(WRONG, entry.key(), LintSeverity.WARNING,
                                "The chart has no value “%s”, and Helm passes it over; there is %s"
                                        .formatted(entry.name(), name),
                                ManifestEditor.ways(ManifestEditor.fix("Write " + name,
                                        ManifestEditor.replace(entry.key(), name)))));
            }
            var enabled = entry.value().at("enabled");
            if (enabled.quoted() && VALUES.contains(entry.name())) {
                look.doubt(WRONG, enabled, LintSeverity.WARNING,
                        "“%s” is text, which templates take for true: write it without quotes"
                                .formatted(enabled.text()),
                        ManifestEditor
                                .ways(enabled.text().matches("true|false")
                                        ? ManifestEditor.fix("Write it without quotes",
                                                ManifestEditor.replace(enabled, "\"" + enabled.text() + "\"",
                                                        enabled.text()))
                                        : Optional.empty()));
            }
        }
    }

    private static String plain(String name) {
        return name.replaceAll("[-_]", "").toLowerCase(Locale.ROOT);
    }

    private static void policy(ManifestValue spec, CheckContext look) {
        ended(spec.at("driver", "version"), look);
        var strategy = spec.at("mig", "strategy");
        if (strategy.present() && !STRATEGIES.contains(strategy.text())) {
            look.offer(WRONG, strategy, "“%s” is no strategy for MIG: it is none, single or mixed"
                    .formatted(strategy.text()),
                    STRATEGIES.stream().sorted().flatMap(one -> ManifestEditor.fix("Write " + one,
                            ManifestEditor.replace(strategy, one)).stream()).toList());
        }
        fallback(spec.at("devicePlugin", "config"), look);
        tolerations(spec.at("daemonsets", "tolerations"), look);
    }

    /** Old, and no more than that: it may be what old GPUs need. */
    private static void ended(ManifestValue version, CheckContext look) {
        if (ENDED.matcher(version.text()).matches()) {
            look.offer("driver-ended", version,
                    "Drivers of branch %s ended in 2024 or before: newer GPUs and images want newer ones"
                            .formatted(version.text().replaceFirst("\\..*", "")),
                    ManifestEditor.ways(
                            ManifestEditor.fix("Leave the version to the operator", ManifestEditor.remove(version))));
        }
    }

    private static void driver(KubeObject driver, CheckContext look) {
        ended(driver.at("spec", "version"), look);
        var selector = driver.at("spec", "nodeSelector");
        if (driver.at("spec", "default").isTrue() && !selector.entries().isEmpty()) {
            look.offer(WRONG, selector.key(), "A driver that is the default is for all nodes and selects none",
                    ManifestEditor.ways(ManifestEditor.fix("Take the selector away", ManifestEditor.remove(selector)),
                            ManifestEditor.fix("Make it no default",
                                    ManifestEditor.remove(driver.at("spec", "default")))));
        }
    }

    /** The configuration that nodes have whose label names none. */
    private static void fallback(ManifestValue config, CheckContext look) {
        var usual = config.at("default");
        if (usual.text().isEmpty() || config.at("name").text().isEmpty()) {
            return;
        }
        Stream.concat(Stream.of(config.at("data")), look.objects("", "ConfigMap")
                .filter(map -> map.name().equals(config.at("name").text())).map(map -> map.at("data")))
                .filter(data -> data.isMap() && !data.at(usual.text()).written()).findFirst()
                .ifPresent(data -> look.offer(WRONG, usual,
                        "%s has no “%s”: the device plugin finds no configuration".formatted(
                                config.at("name").text(), usual.text()),
                        data.entries().stream().limit(4).flatMap(entry -> ManifestEditor.fix("Write " + entry.name(),
                                ManifestEditor.replace(usual, entry.name())).stream()).toList()));
    }

    private static void tolerations(ManifestValue tolerations, CheckContext look) {
        boolean gpus = tolerations.items().stream().map(toleration -> toleration.at("key"))
                .anyMatch(key -> !key.present() || key.text().equals(GPU));
        if (!tolerations.items().isEmpty() && !gpus) {
            look.note("toleration-missing", tolerations.key(),
                    "These take the place of the operator's own: nodes tainted with nvidia.com/gpu get no drivers then",
                    ManifestEditor.fix("Tolerate nvidia.com/gpu, too",
                            ManifestEditor.append(tolerations, SchedulingChecks.toleration(GPU, "", "NoSchedule"))));
        }
    }

    /** What a manifest tells the operator, be it as its policy or as values of its chart. */
    static List<ManifestValue> policies(CheckContext look) {
        var policies = look.objects(GROUP, "ClusterPolicy").map(policy -> policy.at("spec"));
        var released = look.manifest().objects().stream().flatMap(OperatorChecks::values);
        return Stream.of(policies, look.manifest().strays().stream().filter(OperatorChecks::chart), released)
                .flatMap(each -> each).toList();
    }
}
