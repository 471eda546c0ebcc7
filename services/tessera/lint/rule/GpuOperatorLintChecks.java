package tessera.lint.rule;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import tessera.lint.finding.LintSeverity;
import tessera.lint.manifest.HelmCustomResourceValueReader;
import tessera.lint.manifest.ManifestKubernetesObject;
import tessera.lint.source.ManifestSourceEditor;
import tessera.lint.source.ManifestValue;
import tessera.model.SpellingSuggestionFinder;
import tessera.model.WordListJoiner;

/** Checks of the GPU operator's policy and drivers. */
final class GpuOperatorLintChecks implements LintCheck {

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
    /** What settings take, by their path. */
    private static final Map<String, Set<String>> CHOICES = Map.of("mig.strategy", Set.of("none", "single", "mixed"),
            "migManager.config.default", Set.of("all-disabled"),
            "sandboxWorkloads.defaultWorkload", Set.of("container", "vm-passthrough", "vm-vgpu"),
            "driver.kernelModuleType", Set.of("auto", "open", "proprietary"),
            "ccManager.defaultMode", Set.of("on", "off", "devtools"));
    private static final Pattern FULL_VERSION = Pattern.compile("(\\d{3})\\.\\d[\\d.]*");
    /** The branches that have ended. */
    private static final Pattern ENDED = Pattern.compile("(?:3\\d\\d|4[0-7]\\d)(?:\\..*)?");

    /** Values of its chart are named as its policy is. */
    @Override
    public void checkManifest(LintCheckContext context) {
        context.manifest().otherDocuments().stream().filter(GpuOperatorLintChecks::isOperatorChart)
                .forEach(values -> checkValues(values, context));
    }

    @Override
    public void checkObject(ManifestKubernetesObject object, LintCheckContext context) {
        if (object.isKind(GROUP, "ClusterPolicy")) {
            checkPolicy(object.at("spec"), context);
        } else if (object.isKind(GROUP, "NVIDIADriver")) {
            checkDriver(object, context);
        } else {
            chartValues(object).forEach(values -> checkValues(values, context));
        }
    }

    /** Returns the operator chart's values in an object, recognized by the name of the chart or by their keys. */
    private static Stream<ManifestValue> chartValues(ManifestKubernetesObject object) {
        boolean named = HelmCustomResourceValueReader.chartName(object).equals("gpu-operator");
        return HelmCustomResourceValueReader.valuesOf(object).filter(values -> named || isOperatorChart(values));
    }

    private static boolean isOperatorChart(ManifestValue values) {
        return PARTS.stream().filter(part -> values.at(part).isMap()).count() > 1;
    }

    private static void checkValues(ManifestValue values, LintCheckContext context) {
        checkPolicy(values, context);
        checkTogether(values, context);
        for (var entry : values.entries()) {
            checkValueName(entry, "", VALUES, values, context);
            var inner = GpuOperatorChartValueNames.namesIn(entry.name());
            entry.value().entries()
                    .forEach(each -> checkValueName(each, entry.name() + ".", inner, entry.value(), context));
            var enabled = entry.value().at("enabled");
            if (enabled.isQuoted() && VALUES.contains(entry.name())) {
                context.addDoubt(WRONG, enabled, LintSeverity.WARNING,
                        "“%s” is text, which templates take for true: write it without quotes"
                                .formatted(enabled.text()),
                        ManifestSourceEditor
                                .availableFixes(enabled.text().matches("true|false")
                                        ? ManifestSourceEditor.fixOf("Write it without quotes",
                                                ManifestSourceEditor.replacePart(enabled, "\"" + enabled.text() + "\"",
                                                        enabled.text()))
                                        : Optional.empty()));
            }
        }
    }

    /** Checks the name of a value, where it is like one of the chart: others may be of a newer chart. */
    private static void checkValueName(ManifestValue.MappingEntry entry, String before, Set<String> names,
            ManifestValue values, LintCheckContext context) {
        if (names.contains(entry.name())) {
            return;
        }
        SpellingSuggestionFinder.findMistyped(entry.name(), names)
                .or(() -> names.stream().filter(name -> normalizedName(name)
                        .equals(normalizedName(entry.name()))).findFirst())
                .filter(name -> !values.at(name).isWritten())
                .ifPresent(name -> context.addDoubt(WRONG, entry.key(), LintSeverity.WARNING,
                        "The chart has no value “%s%s”, and Helm passes it over; there is %s%s"
                                .formatted(before, entry.name(), before, name),
                        ManifestSourceEditor.availableFixes(ManifestSourceEditor.fixOf("Write " + name,
                                ManifestSourceEditor.replace(entry.key(), name)))));
    }

    private static String normalizedName(String name) {
        return name.replaceAll("[-_]", "").toLowerCase(Locale.ROOT);
    }

    private static void checkPolicy(ManifestValue spec, LintCheckContext context) {
        checkDriverBranch(spec.at("driver", "version"), context);
        CHOICES.forEach((path, choices) -> checkChoice(path, spec.at(path.split("\\.")), choices, context));
        checkObsolete(spec, context);
        checkDefaultConfig(spec.at("devicePlugin", "config"), context);
        checkTolerations(spec.at("daemonsets", "tolerations"), context);
    }

    private static void checkChoice(String path, ManifestValue value, Set<String> choices, LintCheckContext context) {
        if (!value.text().isEmpty() && !value.isTemplated() && !choices.contains(value.text())) {
            var sorted = choices.stream().sorted().toList();
            context.addChoice(WRONG, value, "“%s” is no value of %s: it is %s".formatted(value.text(), path,
                    WordListJoiner.joinWords(sorted, " or ")),
                    sorted.stream().flatMap(one -> ManifestSourceEditor.fixOf("Write " + one,
                            ManifestSourceEditor.replace(value, one)).stream()).toList());
        }
    }

    /** Checks what later releases pass over, and a version that precompiled drivers do not have. */
    private static void checkObsolete(ManifestValue spec, LintCheckContext context) {
        var open = spec.at("driver", "useOpenKernelModules");
        if (open.isWritten() && !spec.at("driver", "kernelModuleType").isWritten()) {
            context.addDoubt(WRONG, open, LintSeverity.WARNING,
                    "From v25.3 useOpenKernelModules counts for nothing: driver.kernelModuleType says it", List.of());
        }
        var usual = spec.at("cdi", "default");
        if (usual.isTrue()) {
            context.addDoubt(WRONG, usual, LintSeverity.WARNING,
                    "From v25.10 cdi.default counts for nothing: no runtime is made the default", List.of());
        }
        var version = spec.at("driver", "version");
        var full = FULL_VERSION.matcher(version.text());
        if (spec.at("driver", "usePrecompiled").isTrue() && full.matches()) {
            context.addChoice(WRONG, version,
                    "Precompiled drivers are named by their branch alone: %s".formatted(full.group(1)),
                    ManifestSourceEditor.availableFixes(ManifestSourceEditor.fixOf("Write " + full.group(1),
                            version.isQuoted()
                                    ? ManifestSourceEditor.replacePart(version, full.group(), full.group(1))
                                    : ManifestSourceEditor.replace(version, "\"" + full.group(1) + "\""))));
        }
    }

    /** Checks what makes the chart fail. */
    private static void checkTogether(ManifestValue values, LintCheckContext context) {
        var cluster = values.at("gpuCluster", "deployCR");
        if (cluster.isTrue() && !values.at("clusterPolicy", "deployCR").text().equals("false")) {
            context.addFinding(WRONG, cluster,
                    "The chart makes a ClusterPolicy or a GPUCluster, and fails with both: clusterPolicy.deployCR is to be false");
        }
        var config = values.at("devicePlugin", "config");
        if (config.at("create").isTrue()
                && (config.at("name").text().isEmpty() || config.at("data").entries().isEmpty())) {
            context.addFinding(WRONG, config.at("create"),
                    "To make a ConfigMap the chart needs its name and its data: without them it fails");
        }
    }

    /** Checks the driver branch; an ended one is only reported as old, as old GPUs may need it. */
    private static void checkDriverBranch(ManifestValue version, LintCheckContext context) {
        if (ENDED.matcher(version.text()).matches()) {
            context.addChoice("driver-ended", version,
                    "Drivers of branch %s ended in 2024 or before: newer GPUs and images want newer ones"
                            .formatted(version.text().replaceFirst("\\..*", "")),
                    ManifestSourceEditor.availableFixes(
                            ManifestSourceEditor.fixOf("Leave the version to the operator",
                                    ManifestSourceEditor.remove(version))));
        }
    }

    private static void checkDriver(ManifestKubernetesObject driver, LintCheckContext context) {
        checkDriverBranch(driver.at("spec", "version"), context);
        var selector = driver.at("spec", "nodeSelector");
        if (driver.at("spec", "default").isTrue() && !selector.entries().isEmpty()) {
            context.addChoice(WRONG, selector.key(), "A driver that is the default is for all nodes and selects none",
                    ManifestSourceEditor.availableFixes(
                            ManifestSourceEditor.fixOf("Take the selector away", ManifestSourceEditor.remove(selector)),
                            ManifestSourceEditor.fixOf("Make it no default",
                                    ManifestSourceEditor.remove(driver.at("spec", "default")))));
        }
    }

    /** Checks the configuration of nodes without a label that names one. */
    private static void checkDefaultConfig(ManifestValue config, LintCheckContext context) {
        var usual = config.at("default");
        if (usual.text().isEmpty() || config.at("name").text().isEmpty()) {
            return;
        }
        Stream.concat(Stream.of(config.at("data")), context.objects("", "ConfigMap")
                .filter(map -> map.name().equals(config.at("name").text())).map(map -> map.at("data")))
                .filter(data -> data.isMap() && !data.at(usual.text()).isWritten()).findFirst()
                .ifPresent(data -> context.addChoice(WRONG, usual,
                        "%s has no “%s”: the device plugin finds no configuration".formatted(
                                config.at("name").text(), usual.text()),
                        data.entries().stream().limit(4)
                                .flatMap(entry -> ManifestSourceEditor.fixOf("Write " + entry.name(),
                                        ManifestSourceEditor.replace(usual, entry.name())).stream())
                                .toList()));
    }

    private static void checkTolerations(ManifestValue tolerations, LintCheckContext context) {
        boolean gpus = tolerations.items().stream().map(toleration -> toleration.at("key"))
                .anyMatch(key -> !key.isPresent() || key.text().equals(GPU));
        if (!tolerations.items().isEmpty() && !gpus) {
            context.addFinding("toleration-missing", tolerations.key(),
                    "These take the place of the operator's own: nodes tainted with nvidia.com/gpu get no drivers then",
                    ManifestSourceEditor.fixOf("Tolerate nvidia.com/gpu, too",
                            ManifestSourceEditor.appendItem(tolerations,
                                    PodSchedulingLintChecks.tolerationNode(GPU, "", "NoSchedule"))));
        }
    }

    /** Returns the operator settings of a manifest, from its policy or from values of its chart. */
    static List<ManifestValue> policiesOf(LintCheckContext context) {
        var policies = context.objects(GROUP, "ClusterPolicy").map(policy -> policy.at("spec"));
        var released = context.manifest().objects().stream().flatMap(GpuOperatorLintChecks::chartValues);
        return Stream
                .of(policies,
                        context.manifest().otherDocuments().stream().filter(GpuOperatorLintChecks::isOperatorChart),
                        released)
                .flatMap(each -> each).toList();
    }
}
