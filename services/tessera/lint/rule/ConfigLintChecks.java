package tessera.lint.rule;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import tessera.lint.finding.LintFix;
import tessera.lint.finding.LintSeverity;
import tessera.lint.finding.TextEdit;
import tessera.lint.fix.ConfigFixes;
import tessera.lint.manifest.KubeObject;
import tessera.lint.manifest.ToolFile;
import tessera.lint.source.BlockEditor;
import tessera.lint.source.ManifestEditor;
import tessera.lint.source.ManifestValue;
import tessera.lint.source.SourceText.Position;
import tessera.lint.source.YamlDocuments;
import tessera.mig.InstanceCombination;
import tessera.mig.MigConfig;
import tessera.mig.MigConfigFile;
import tessera.mig.MigGeometry;
import tessera.mig.MigProfile;
import tessera.mig.PlacementAttempt;
import tessera.mig.PlacementMisfit;
import tessera.sharing.ConfigDocument;
import tessera.sharing.ConfigProblem;

/** Configurations inside ConfigMaps: of the device plugin, and of the MIG manager. */
final class ConfigLintChecks implements LintCheck {

    private static final ObjectMapper YAML = new ObjectMapper(new YAMLFactory());
    private static final Pattern FILE = Pattern.compile("\\b(?:mig-configs|timeSlicing|mps|migStrategy|resources)\\b");
    private static final String RENAME = "renameByDefault";

    @Override
    public void object(KubeObject object, CheckContext look) {
        if (!object.is("", "ConfigMap")) {
            return;
        }
        object.at("data").entries().forEach(entry -> text(entry.value(), look));
    }

    /** A file of its own, as the device plugin reads it. */
    @Override
    public void manifest(CheckContext look) {
        for (var stray : look.manifest().strays()) {
            int before = stray.position().line() - 1;
            switch (ToolFile.of(stray)) {
                case PLUGIN_CONFIG -> ConfigDocument.read(BlockEditor.written(stray, before)).flaws()
                        .forEach(flaw -> look.note(
                                rule(flaw), new Position(before + Math.max(1, flaw.line()), 1), words(flaw),
                                Optional.empty()));
                case MIG_LAYOUTS -> layouts(stray, BlockEditor.written(stray, before), look);
                default -> {
                    // It is read by others.
                }
            }
        }
    }

    /** Looks at a text that may be such a file. */
    static void text(ManifestValue text, CheckContext look) {
        if (FILE.matcher(text.text()).find()) {
            var inner = YamlDocuments.inner(text.text());
            if (inner != null && inner.isMap()) {
                file(text, inner, look);
            }
        }
    }

    private static void file(ManifestValue text, ManifestValue inner, CheckContext look) {
        if (inner.at("mig-configs").written()) {
            layouts(text, text.text(), look);
        } else if (ToolFile.plugin(inner)) {
            ConfigDocument.read(text.text()).flaws().forEach(flaw -> plugin(text, flaw, look));
        }
    }

    private static void plugin(ManifestValue text, ConfigProblem flaw, CheckContext look) {
        var moved = flaw.path().endsWith("." + RENAME) ? moved(text, flaw) : Optional.<LintFix>empty();
        look.note(rule(flaw), place(text, flaw.line()), words(flaw), moved,
                moved.isPresent() ? List.of() : ConfigFixes.taken(text, flaw));
    }

    private static String rule(ConfigProblem flaw) {
        return switch (flaw.weight()) {
            case REJECTED -> "plugin-config-rejected";
            case PASSED_OVER -> "plugin-config-passed-over";
            case DOUBTFUL -> "plugin-config-doubtful";
        };
    }

    private static String words(ConfigProblem flaw) {
        var words = (flaw.path().isEmpty() ? "" : flaw.path() + " ") + flaw.words();
        return words + (flaw.meant().isEmpty() ? "" : ". " + flaw.meant());
    }

    private static Position place(ManifestValue text, int line) {
        return text.blockLine() > 0 && line > 0 ? new Position(text.blockLine() + line - 1, indent(text) + 1)
                : text.position();
    }

    /** How far a literal block is indented. */
    private static int indent(ManifestValue text) {
        var line = text.lineOf(text.blockLine());
        return line.length() - line.stripLeading().length();
    }

    /** A key that stands in an entry of resources, moved beside resources. */
    private static Optional<LintFix> moved(ManifestValue text, ConfigProblem flaw) {
        if (text.blockLine() == 0 || flaw.line() == 0 || !flaw.path().contains("resources[")) {
            return Optional.empty();
        }
        var lines = text.text().lines().toList();
        var misplaced = lines.get(flaw.line() - 1);
        int resources = flaw.line() - 1;
        while (resources >= 0 && !lines.get(resources).strip().equals("resources:")) {
            resources--;
        }
        if (resources < 0 || !misplaced.strip().startsWith(RENAME + ":")) {
            return Optional.empty();
        }
        var head = lines.get(resources);
        var indent = " ".repeat(indent(text) + head.length() - head.stripLeading().length());
        int to = text.offsetOfLine(text.blockLine() + resources);
        int from = text.offsetOfLine(text.blockLine() + flaw.line() - 1);
        int end = text.offsetOfLine(text.blockLine() + flaw.line());
        return ManifestEditor.fix("Move it beside resources",
                List.of(new TextEdit(to, to, indent + misplaced.strip() + "\n"),
                        new TextEdit(from, end, "")));
    }

    /** @param holder the text in a ConfigMap, or the file itself */
    private static void layouts(ManifestValue holder, String text, CheckContext look) {
        try {
            var file = MigConfigFile.read(YAML.readTree(text));
            file.problems().forEach(problem -> look.offer("mig-config-wrong", holder.key(), problem,
                    problem.contains("version") && holder.isText() ? ManifestEditor.ways(ConfigFixes.version(holder))
                            : List.of()));
            var impossible = new ArrayList<String>();
            file.configs().values().forEach(config -> config.entries().forEach(entry -> {
                if (!possible(entry.instances(), look) && !impossible.contains(config.name())) {
                    impossible.add(config.name());
                    impossible(holder, config, entry.instances(), look);
                }
            }));
        } catch (JsonProcessingException _) {
            // It was read as YAML a moment ago; what this reader does not take is told by none.
            look.note("mig-config-wrong", holder.key(), "This cannot be read as configurations of the MIG manager");
        }
    }

    private static void impossible(ManifestValue holder, MigConfig config, InstanceCombination instances,
            CheckContext look) {
        var unknown = unknown(instances, look);
        if (!unknown.isEmpty()) {
            look.doubt("mig-layout-impossible", holder.key(), LintSeverity.HINT,
                    "%s: no GPU that is known here has the profile %s".formatted(config.name(), unknown.getFirst()),
                    List.of());
            return;
        }
        look.note("mig-layout-impossible", holder.isText() ? place(holder, line(holder.text(), config.name()))
                : holder.at("mig-configs", config.name()).position(),
                "%s: no GPU can be divided into %s".formatted(config.name(), instances), Optional.empty(),
                holder.isText()
                        ? ManifestEditor.ways(ConfigFixes.fewer(holder, config, wanted -> possible(wanted, look)))
                        : List.of());
    }

    /** Where instances lie on a product is not always published; then nothing is impossible. */
    private static boolean possible(InstanceCombination instances, CheckContext look) {
        return instances.counts().isEmpty() || look.mig().all().stream()
                .anyMatch(product -> switch (MigGeometry.of(product).place(instances)) {
                    case PlacementAttempt.PlacedInstances _ -> true;
                    case PlacementAttempt.NoPlacement(var why) -> why instanceof PlacementMisfit.UnpublishedPlacements;
                });
    }

    /** The profiles that no product has of those that are known: a newer one may. */
    private static List<MigProfile> unknown(InstanceCombination instances, CheckContext look) {
        return instances.counts().keySet().stream().filter(profile -> look.mig().all().stream()
                .allMatch(product -> MigGeometry.of(product)
                        .place(InstanceCombination
                                .of(List.of(profile))) instanceof PlacementAttempt.NoPlacement(var why)
                        && why instanceof PlacementMisfit.UnknownSize))
                .toList();
    }

    private static int line(String text, String name) {
        var lines = text.lines().toList();
        for (int at = 0; at < lines.size(); at++) {
            if (lines.get(at).strip().replaceAll("[\"':]", "").equals(name)) {
                return at + 1;
            }
        }
        return 0;
    }
}
