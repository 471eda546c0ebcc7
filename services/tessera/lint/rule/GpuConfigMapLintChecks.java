package tessera.lint.rule;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import tessera.lint.finding.LintFix;
import tessera.lint.finding.LintSeverity;
import tessera.lint.finding.TextEdit;
import tessera.lint.fix.ConfigMapLintFixes;
import tessera.lint.manifest.ManifestKubernetesObject;
import tessera.lint.manifest.ToolConfigFileKind;
import tessera.lint.source.LineIndexedText.TextPosition;
import tessera.lint.source.ManifestSourceEditor;
import tessera.lint.source.ManifestValue;
import tessera.lint.source.YamlDocuments;
import tessera.lint.source.YamlLiteralBlockEditor;
import tessera.mig.MigConfig;
import tessera.mig.MigConfigFile;
import tessera.mig.MigConfigFileProblem;
import tessera.mig.MigInstanceCombination;
import tessera.mig.MigLayoutFinder;
import tessera.mig.MigPlacementFailure;
import tessera.mig.MigPlacementResult;
import tessera.mig.MigProfile;
import tessera.sharing.DevicePluginConfigDocument;
import tessera.sharing.DevicePluginConfigProblem;
import tessera.text.MessageCatalog;
import tessera.text.Reason;
import tessera.yaml.KubernetesYamlReader;

/** Checks of configurations inside ConfigMaps: of the device plugin, and of the MIG manager. */
final class GpuConfigMapLintChecks implements LintCheck {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(GpuConfigMapLintChecks.class);
    private static final Pattern FILE = Pattern.compile("\\b(?:mig-configs|timeSlicing|mps|migStrategy|resources)\\b");
    private static final String RENAME = "renameByDefault";

    @Override
    public void checkObject(ManifestKubernetesObject object, LintCheckContext context) {
        if (!object.isKind("", "ConfigMap")) {
            return;
        }
        object.at("data").entries().forEach(entry -> checkText(entry.value(), context));
    }

    /** A file of its own, as the device plugin reads it. */
    @Override
    public void checkManifest(LintCheckContext context) {
        for (var misplaced : context.manifest().otherDocuments()) {
            int before = misplaced.position().line() - 1;
            switch (ToolConfigFileKind.of(misplaced)) {
                case PLUGIN_CONFIG -> DevicePluginConfigDocument
                        .parse(YamlLiteralBlockEditor.linesAsWritten(misplaced, before)).problems()
                        .forEach(configProblem -> context.addFinding(ruleOf(configProblem),
                                new TextPosition(before + Math.max(1, configProblem.line()), 1),
                                reasonOf(configProblem), Optional.empty()));
                case MIG_LAYOUTS ->
                    checkLayouts(misplaced, YamlLiteralBlockEditor.linesAsWritten(misplaced, before), context);
                default -> {
                    // It is read by others.
                }
            }
        }
    }

    /** Checks a text that may be such a configuration. */
    static void checkText(ManifestValue text, LintCheckContext context) {
        if (FILE.matcher(text.text()).find()) {
            var inner = YamlDocuments.parseEmbedded(text.text());
            if (inner != null && inner.isMap()) {
                checkFile(text, inner, context);
            }
        }
    }

    private static void checkFile(ManifestValue text, ManifestValue inner, LintCheckContext context) {
        if (inner.at("mig-configs").isWritten()) {
            checkLayouts(text, text.text(), context);
        } else if (ToolConfigFileKind.isPluginConfig(inner)) {
            DevicePluginConfigDocument.parse(text.text()).problems()
                    .forEach(configProblem -> reportPluginProblem(text, configProblem, context));
        }
    }

    private static void reportPluginProblem(ManifestValue text, DevicePluginConfigProblem configProblem,
            LintCheckContext context) {
        var moved = configProblem.path().endsWith("." + RENAME) ? moveKey(text, configProblem)
                : Optional.<LintFix>empty();
        context.addFinding(ruleOf(configProblem), positionOf(text, configProblem.line()), reasonOf(configProblem),
                moved, moved.isPresent() ? List.of() : ConfigMapLintFixes.toAccepted(text, configProblem));
    }

    private static String ruleOf(DevicePluginConfigProblem configProblem) {
        return switch (configProblem.weight()) {
            case REJECTED -> "plugin-config-rejected";
            case PASSED_OVER -> "plugin-config-passed-over";
            case DOUBTFUL -> "plugin-config-doubtful";
        };
    }

    private static Reason reasonOf(DevicePluginConfigProblem configProblem) {
        return configProblem.hint().isEmpty() ? configProblem.flaw()
                : new LintGpuConfigReason.FlawWithHint(configProblem.flaw(), configProblem.hint());
    }

    private static TextPosition positionOf(ManifestValue text, int line) {
        if (text.blockStartLine() > 0 && line > 0) {
            return new TextPosition(text.blockStartLine() + line - 1, indentOf(text) + 1);
        }
        return text.position();
    }

    /** Returns the indentation of a literal block. */
    private static int indentOf(ManifestValue text) {
        var line = text.lineOf(text.blockStartLine());
        return line.length() - line.stripLeading().length();
    }

    /** Returns a fix that moves a key from an entry of resources to a place beside resources. */
    private static Optional<LintFix> moveKey(ManifestValue text, DevicePluginConfigProblem configProblem) {
        if (text.blockStartLine() == 0 || configProblem.line() == 0 || !configProblem.path().contains("resources[")) {
            return Optional.empty();
        }
        var lines = text.text().lines().toList();
        var misplaced = lines.get(configProblem.line() - 1);
        int resources = configProblem.line() - 1;
        while (resources >= 0 && !lines.get(resources).strip().equals("resources:")) {
            resources--;
        }
        if (resources < 0 || !misplaced.strip().startsWith(RENAME + ":")) {
            return Optional.empty();
        }
        var head = lines.get(resources);
        var indent = " ".repeat(indentOf(text) + head.length() - head.stripLeading().length());
        int to = text.offsetOfLine(text.blockStartLine() + resources);
        int from = text.offsetOfLine(text.blockStartLine() + configProblem.line() - 1);
        int end = text.offsetOfLine(text.blockStartLine() + configProblem.line());
        return ManifestSourceEditor.fixOf(MESSAGES.text("fix.move.beside"),
                List.of(new TextEdit(to, to, indent + misplaced.strip() + "\n"), new TextEdit(from, end, "")));
    }

    /** @param holder the text in a ConfigMap, or the file itself */
    private static void checkLayouts(ManifestValue holder, String text, LintCheckContext context) {
        try {
            var file = MigConfigFile.read(KubernetesYamlReader.read(text));
            file.problems()
                    .forEach(problem -> context.addChoice("mig-config-wrong", holder.key(), problem,
                            problem instanceof MigConfigFileProblem.WrongFileVersion && holder.isText()
                                    ? ManifestSourceEditor.availableFixes(ConfigMapLintFixes.setVersion(holder))
                                    : List.of()));
            checkEmptyDevices(holder, file, context);
            var impossible = new ArrayList<String>();
            for (var config : file.configs().values()) {
                config.entries().forEach(entry -> {
                    if (!isPossible(entry.instances(), context) && !impossible.contains(config.name())) {
                        impossible.add(config.name());
                        checkImpossible(holder, config, entry.instances(), context);
                    }
                });
            }
        } catch (IOException _) {
            // It was read as YAML a moment ago; what this reader does not take is told by none.
            context.addFinding("mig-config-wrong", holder.key(), new LintGpuConfigReason.UnreadableMigConfig());
        }
    }

    /** Checks for entries that no GPU is meant by, which the MIG manager takes and applies to none. */
    private static void checkEmptyDevices(ManifestValue holder, MigConfigFile file, LintCheckContext context) {
        file.configs().values().stream().filter(GpuConfigMapLintChecks::hasEmptyEntry)
                .forEach(config -> context.addDoubt("mig-config-wrong", holder.key(), LintSeverity.WARNING,
                        new LintGpuConfigReason.EmptyDeviceList(config.name()), List.of()));
    }

    private static boolean hasEmptyEntry(MigConfig config) {
        return config.entries().stream()
                .anyMatch(entry -> entry.devices().filter(devices -> devices.isEmpty()).isPresent());
    }

    private static void checkImpossible(ManifestValue holder, MigConfig config, MigInstanceCombination instances,
            LintCheckContext context) {
        var unknown = unknownProfiles(instances, context);
        if (!unknown.isEmpty()) {
            context.addDoubt("mig-layout-impossible", holder.key(), LintSeverity.HINT,
                    new LintGpuConfigReason.UnknownLayoutProfile(config.name(), unknown.getFirst().toString()),
                    List.of());
            return;
        }
        context.addFinding("mig-layout-impossible",
                holder.isText() ? positionOf(holder, lineOf(holder.text(), config.name()))
                        : holder.at("mig-configs", config.name()).position(),
                new LintGpuConfigReason.ImpossibleMigLayout(config.name(), instances.toString()), Optional.empty(),
                holder.isText() ? ManifestSourceEditor.availableFixes(ConfigMapLintFixes.toFewerInstances(holder,
                        config, requested -> isPossible(requested, context))) : List.of());
    }

    /** Returns whether instances fit on a GPU; without published placements nothing is impossible. */
    private static boolean isPossible(MigInstanceCombination instances, LintCheckContext context) {
        return instances.counts().isEmpty() || context.mig().allProducts().stream()
                .anyMatch(product -> switch (MigLayoutFinder.of(product).placeOnEmptyGpu(instances)) {
                    case MigPlacementResult.PlacementFound _ -> true;
                    case MigPlacementResult.NoPlacement(var failure) ->
                        failure instanceof MigPlacementFailure.UnpublishedPlacements;
                });
    }

    /** Returns the profiles that no known product has; a newer one may. */
    private static List<MigProfile> unknownProfiles(MigInstanceCombination instances, LintCheckContext context) {
        return instances.counts().keySet().stream().filter(profile -> fitsNoProduct(profile, context)).toList();
    }

    private static boolean fitsNoProduct(MigProfile profile, LintCheckContext context) {
        return context.mig().allProducts().stream()
                .allMatch(product -> MigLayoutFinder.of(product)
                        .placeOnEmptyGpu(MigInstanceCombination
                                .of(List.of(profile))) instanceof MigPlacementResult.NoPlacement(var failure)
                        && failure instanceof MigPlacementFailure.UnknownMigProfile);
    }

    private static int lineOf(String text, String name) {
        var lines = text.lines().toList();
        for (int at = 0; at < lines.size(); at++) {
            if (lines.get(at).strip().replaceAll("[\"':]", "").equals(name)) {
                return at + 1;
            }
        }
        return 0;
    }
}
