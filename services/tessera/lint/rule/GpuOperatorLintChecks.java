package tessera.lint.rule;

import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import tessera.lint.finding.LintSeverity;
import tessera.lint.manifest.HelmCustomResourceValueReader;
import tessera.lint.manifest.ManifestKubernetesObject;
import tessera.lint.source.ManifestSourceEditor;
import tessera.lint.source.ManifestValue;
import tessera.lint.source.ManifestValue.YamlScalarType;
import tessera.model.SpellingSuggestionFinder;
import tessera.text.MessageCatalog;
import tessera.text.OptionalText;
import tessera.text.Reason;

/** Checks of the GPU operator's policy and drivers. */
final class GpuOperatorLintChecks implements LintCheck {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(GpuOperatorLintChecks.class);
    private static final String GROUP = "nvidia.com";
    private static final String GPU = "nvidia.com/gpu";
    private static final String WRONG = "operator-told-wrong";
    private static final String IGNORED = "operator-setting-ignored";
    private static final String ENABLED = "enabled";
    private static final String DEPLOY = "deployCR";
    private static final String DRIVER = "driver";
    /** What YAML reads as true or false without quotes. */
    private static final Set<String> TRUTHS = Set.of("on", "off", "yes", "no", "true", "false");
    private static final Set<String> PARTS = Set.of(DRIVER, "toolkit", "devicePlugin", "dcgmExporter", "gfd", "mig",
            "migManager", "daemonsets");
    /** Of the chart, by its values.yaml of 26.x. */
    private static final Set<String> VALUES = Set.of("platform", "nfd", "psa", "psp", "cdi", "sandboxWorkloads",
            "hostPaths", "daemonsets", "validator", "operator", "mig", DRIVER, "toolkit", "devicePlugin", "dcgm",
            "dcgmExporter", "gfd", "migManager", "nodeStatusExporter", "gds", "gdrcopy", "vgpuManager",
            "vgpuDeviceManager", "vfioManager", "kataManager", "sandboxDevicePlugin", "kataSandboxDevicePlugin",
            "ccManager", "clusterPolicy", "gpuCluster", "draDriver", "extraObjects", "node-feature-discovery", "global",
            "nameOverride", "fullnameOverride");
    /** What settings take, by their path. */
    private static final Map<String, Set<String>> CHOICES = Map.of("mig.strategy", Set.of("none", "single", "mixed"),
            "migManager.config.default", Set.of("all-disabled", ""), "sandboxWorkloads.defaultWorkload",
            Set.of("container", "vm-passthrough", "vm-vgpu"), "driver.kernelModuleType",
            Set.of("auto", "open", "proprietary"), "ccManager.defaultMode", Set.of("on", "off", "devtools"));
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
            var enabled = entry.value().at(ENABLED);
            if (enabled.isQuoted() && VALUES.contains(entry.name())) {
                context.addDoubt(WRONG, enabled, LintSeverity.WARNING,
                        new LintGpuConfigReason.QuotedFlag(enabled.text()),
                        ManifestSourceEditor
                                .availableFixes(
                                        enabled.text().matches("true|false")
                                                ? ManifestSourceEditor.fixOf(MESSAGES.text("fix.write.bare"),
                                                        ManifestSourceEditor.replacePart(enabled,
                                                                "\"" + enabled.text() + "\"", enabled.text()))
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
        SpellingSuggestionFinder.findMistyped(entry.name(), names).or(() -> findSimilarName(names, entry))
                .filter(name -> !values.at(name).isWritten())
                .ifPresent(name -> context.addDoubt(WRONG, entry.key(), LintSeverity.WARNING,
                        new LintGpuConfigReason.UnknownOperatorValue(before + entry.name(), before + name),
                        ManifestSourceEditor.availableFixes(ManifestSourceEditor.fixOf(MESSAGES.text("fix.write", name),
                                ManifestSourceEditor.replace(entry.key(), name)))));
    }

    private static Optional<String> findSimilarName(Set<String> names, ManifestValue.MappingEntry entry) {
        return names.stream().filter(name -> normalizedName(name).equals(normalizedName(entry.name()))).findFirst();
    }

    private static String normalizedName(String name) {
        return name.replaceAll("[-_]", "").toLowerCase(Locale.ROOT);
    }

    private static void checkPolicy(ManifestValue spec, LintCheckContext context) {
        checkDriverBranch(spec.at(DRIVER, "version"), context);
        CHOICES.forEach((path, choices) -> checkChoice(path, spec.at(path.split("\\.")), choices, context));
        checkObsolete(spec, context);
        checkDefaultConfig(spec.at("devicePlugin", "config"), context);
        checkTolerations(spec.at("daemonsets", "tolerations"), context);
    }

    private static void checkChoice(String path, ManifestValue value, Set<String> choices, LintCheckContext context) {
        boolean truth = value.scalarForm() == YamlScalarType.TRUTH;
        if (value.text().isEmpty() || value.isTemplated() || (choices.contains(value.text()) && !truth)) {
            return;
        }
        var sorted = choices.stream().sorted(Comparator.comparing(String::isEmpty).thenComparing(choice -> choice))
                .toList();
        var names = sorted.stream().map(choice -> OptionalText.orElse(choice, "empty")).toList();
        context.addChoice(WRONG, value,
                choices.contains(value
                        .text()) ? new LintGpuConfigReason.BooleanChoice(value.text(),
                                path) : new LintFieldReason.InvalidChoice(value.text(), path, names),
                sorted.stream().filter(one -> !truth || !choices.contains(value.text()) || one.equals(value.text()))
                        .flatMap(one -> ManifestSourceEditor
                                .fixOf(MESSAGES.text("fix.write", choiceText(one)),
                                        ManifestSourceEditor.replace(value, value.isQuoted() ? one : choiceText(one)))
                                .stream())
                        .toList());
    }

    /** Returns a choice as it is written without a style of its own: YAML reads some words as true or false. */
    private static String choiceText(String choice) {
        return choice.isEmpty() || TRUTHS.contains(choice) ? "\"" + choice + "\"" : choice;
    }

    /** Checks what later releases ignore, and a version that precompiled drivers of NVIDIA's registry do not have. */
    private static void checkObsolete(ManifestValue spec, LintCheckContext context) {
        var open = spec.at(DRIVER, "useOpenKernelModules");
        if (open.isWritten() && !spec.at(DRIVER, "kernelModuleType").isWritten()) {
            context.addFinding(IGNORED, open, new LintGpuConfigReason.OpenModulesIgnored());
        }
        var usual = spec.at("cdi", "default");
        if (usual.isTrue()) {
            context.addFinding(IGNORED, usual, new LintGpuConfigReason.CdiDefaultIgnored());
        }
        var runtime = spec.at("operator", "defaultRuntime");
        if (runtime.isPresent()) {
            context.addFinding(IGNORED, runtime, new LintGpuConfigReason.DefaultRuntimeIgnored());
        }
        var version = spec.at(DRIVER, "version");
        var full = FULL_VERSION.matcher(version.text());
        var registry = spec.at(DRIVER, "repository").text();
        if (spec.at(DRIVER, "usePrecompiled").isTrue() && full.matches()
                && (registry.isEmpty() || registry.equals("nvcr.io/nvidia"))) {
            context.addDoubt(WRONG, version, LintSeverity.HINT,
                    new LintGpuConfigReason.PrecompiledDriverVersion(full.group(1)), List.of());
        }
    }

    /** Checks what makes the chart fail. */
    private static void checkTogether(ManifestValue values, LintCheckContext context) {
        var cluster = values.at("gpuCluster", DEPLOY);
        if (cluster.isTrue()) {
            var policy = values.at("clusterPolicy", DEPLOY);
            if (isOtherThan(policy, "false")) {
                reportConflict(cluster, policy.isPresent(),
                        new LintGpuConfigReason.PolicyBesideGpuCluster(policy.isPresent()), context);
            }
            var driver = values.at(DRIVER, ENABLED);
            var kind = values.at(DRIVER, "nvidiaDriverCRD", ENABLED);
            if (isOtherThan(driver, "false") && isOtherThan(kind, "true")) {
                boolean certain = driver.isPresent() && kind.isPresent();
                reportConflict(cluster, certain, new LintGpuConfigReason.GpuClusterWithoutDriverCrd(certain), context);
            }
        }
        var config = values.at("devicePlugin", "config");
        var name = config.at("name");
        var data = config.at("data");
        boolean lacking = name.text().isEmpty() || (data.entries().isEmpty() && !data.isTemplated());
        if (config.at("create").isTrue() && lacking) {
            boolean certain = (name.isWritten() && name.text().isEmpty())
                    || (data.isWritten() && data.entries().isEmpty());
            reportConflict(config.at("create"), certain, new LintGpuConfigReason.ConfigMapWithoutData(certain),
                    context);
        }
    }

    private static boolean isOtherThan(ManifestValue value, String text) {
        return !value.isTemplated() && !value.text().equals(text);
    }

    /** @param written whether what contradicts is written here, so that no other file of values is needed to tell */
    private static void reportConflict(ManifestValue value, boolean written, Reason reason, LintCheckContext context) {
        if (written) {
            context.addFinding(WRONG, value, reason);
        } else {
            context.addDoubt(WRONG, value, LintSeverity.WARNING, reason, List.of());
        }
    }

    /** Checks the driver branch; an ended one is only reported as old, as old GPUs may need it. */
    private static void checkDriverBranch(ManifestValue version, LintCheckContext context) {
        if (ENDED.matcher(version.text()).matches()) {
            context.addChoice("driver-ended", version,
                    new LintGpuConfigReason.EndedDriverBranch(version.text().replaceFirst("\\..*", "")),
                    ManifestSourceEditor.availableFixes(ManifestSourceEditor.fixOf(MESSAGES.text("fix.default.version"),
                            ManifestSourceEditor.remove(version))));
        }
    }

    private static void checkDriver(ManifestKubernetesObject driver, LintCheckContext context) {
        checkDriverBranch(driver.at("spec", "version"), context);
        var selector = driver.at("spec", "nodeSelector");
        if (driver.at("spec", "default").isTrue() && !selector.entries().isEmpty()) {
            context.addChoice(WRONG, selector.key(), new LintGpuConfigReason.DefaultDriverWithSelector(),
                    ManifestSourceEditor.availableFixes(
                            ManifestSourceEditor.fixOf(MESSAGES.text("fix.remove.selector"),
                                    ManifestSourceEditor.remove(selector)),
                            ManifestSourceEditor.fixOf(MESSAGES.text("fix.not.default"),
                                    ManifestSourceEditor.remove(driver.at("spec", "default")))));
        }
    }

    /** Checks the configuration of nodes without a label that names one. */
    private static void checkDefaultConfig(ManifestValue config, LintCheckContext context) {
        var usual = config.at("default");
        if (usual.text().isEmpty() || config.at("name").text().isEmpty()) {
            return;
        }
        Stream.concat(Stream.of(config.at("data")),
                context.objects("", "ConfigMap").filter(map -> map.name().equals(config.at("name").text()))
                        .map(map -> map.at("data")))
                .filter(data -> data.isMap() && !data.at(usual.text()).isWritten()).findFirst()
                .ifPresent(data -> addMissingConfigChoice(data, context, usual, config));
    }

    private static void addMissingConfigChoice(ManifestValue data, LintCheckContext context, ManifestValue usual,
            ManifestValue config) {
        context.addChoice(WRONG, usual,
                new LintGpuConfigReason.NoSuchPluginConfig(config.at("name").text(), usual.text()),
                data.entries().stream().limit(4)
                        .flatMap(entry -> ManifestSourceEditor.fixOf(MESSAGES.text("fix.write", entry.name()),
                                ManifestSourceEditor.replace(usual, entry.name())).stream())
                        .toList());
    }

    private static void checkTolerations(ManifestValue tolerations, LintCheckContext context) {
        boolean gpus = tolerations.items().stream().map(toleration -> toleration.at("key"))
                .anyMatch(key -> !key.isPresent() || key.text().equals(GPU));
        if (!tolerations.items().isEmpty() && !gpus) {
            context.addFinding("toleration-missing", tolerations.key(),
                    new LintGpuConfigReason.OperatorTolerationsReplaced(),
                    ManifestSourceEditor.fixOf(MESSAGES.text("fix.tolerate.gpu.too"), ManifestSourceEditor
                            .appendItem(tolerations, PodSchedulingLintChecks.tolerationNode(GPU, "", "NoSchedule"))));
        }
    }

    /** Returns the operator settings of a manifest, from its policy or from values of its chart. */
    static List<ManifestValue> policiesOf(LintCheckContext context) {
        var policies = context.objects(GROUP, "ClusterPolicy").map(policy -> policy.at("spec"));
        var released = context.manifest().objects().stream().flatMap(GpuOperatorLintChecks::chartValues);
        return Stream.of(policies,
                context.manifest().otherDocuments().stream().filter(GpuOperatorLintChecks::isOperatorChart), released)
                .flatMap(each -> each).toList();
    }

    /** The names of values within the parts of the GPU operator's chart, as far as they are described. */
    private static final class GpuOperatorChartValueNames {

        /** What nearly every part has. */
        private static final Set<String> USUAL = Set.of("enabled", "repository", "image", "version", "imagePullPolicy",
                "imagePullSecrets", "env", "args", "resources", "manager", "nodeSelector", "tolerations", "annotations",
                "labels", "hostNetwork", "hostPID");

        /** The values that the plan of operator values describes, read at first use. */
        private record ShippedOperatorValueHolder(Map<String, Set<String>> names) {

            private static final ShippedOperatorValueHolder SHIPPED = read();

            private static ShippedOperatorValueHolder read() {
                try (var file = Objects.requireNonNull(
                        GpuOperatorChartValueNames.class.getResourceAsStream("/tessera/plan/operator/values.json"))) {
                    var names = new HashMap<String, Set<String>>();
                    for (var value : new JsonMapper().readTree(file)) {
                        var path = value.path("path").asText().split("\\.", 3);
                        if (path.length > 1) {
                            names.computeIfAbsent(path[0], _ -> new HashSet<>(USUAL)).add(path[1]);
                        }
                    }
                    return new ShippedOperatorValueHolder(Map.copyOf(names));
                } catch (IOException e) {
                    throw new UncheckedIOException("damaged values.json", e);
                }
            }
        }

        private GpuOperatorChartValueNames() {}

        /** Returns the names that are known in a part of the chart; none for a part that is not described. */
        static Set<String> namesIn(String part) {
            return ShippedOperatorValueHolder.SHIPPED.names().getOrDefault(part, Set.of());
        }
    }
}
